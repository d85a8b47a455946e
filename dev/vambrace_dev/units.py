# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Generates what depends on the cipher units of the engine from configs/units.toml: enumerations and the configuration
of the RTL, fields of the registers, the options of simulated engines, and a table of rtl/engine/README.md. The macros
of the library are generated from both files by vambrace_dev.registers.

    python -m vambrace_dev.units          renews the generated parts of these files
    python -m vambrace_dev.units --check  prints which of them are out of date

Each part is between two comments, "generated: NAME" and "end".
"""

import re
import sys
import textwrap
from collections.abc import Callable
from functools import partial
from pathlib import Path

from vambrace.base.paths import root
from vambrace.config import engine_options, units
from vambrace.config.units import Parameter, Unit

SOURCE = "configs/units.toml"
_BEGIN, _END = r"((?: *//|<!--) generated: ([\w-]+)[^\n]*\n)", r"((?: *//|<!--) end\b)"


def camel(name: str) -> str:
    return name[:1].upper() + name[1:]


def families() -> list[str]:
    """Return the units for vmb_engine_pkg, numbered as in JOB.family."""
    entries = {**{f"Unit{camel(name)}": unit.family for name, unit in units.units().items()}, "UnitNone": 3}
    wide = max(map(len, entries))
    lines = [f"    {name:{wide}} = 2'd{number}" for name, number in entries.items()]
    return ["  typedef enum logic [1:0] {", *_separated(lines), "  } unit_e;"]


def configuration() -> list[str]:
    """Return the parameters of all units in one structure, and its default, for vmb_engine_pkg."""
    every = units.parameters().values()
    widths = {p.name: "       " if not p.values else " [31:0]" for p in every}
    fields = [f"    logic{widths[p.name]} {p.name};" for p in every]
    values = [f"      {p.name}: {_value(p)}" for p in every]
    return [
        "  typedef struct packed {",
        *fields,
        "  } units_t;",
        "",
        "  localparam units_t UnitsDefault = '{",
        *_separated(values),
        "  };",
    ]


def engine_parameters() -> list[str]:
    """Return the parameters that shape the units, for vmb_engine."""
    kinds = {p.name: "bit" if not p.values else "int unsigned" for p in units.parameters().values()}
    return [f"    parameter {kinds[p.name]} {p.name} = {_value(p, False)}," for p in units.parameters().values()]


def engine_configuration() -> list[str]:
    """Return these parameters in one structure, for vmb_engine."""
    pairs = ", ".join(f"{name}:_{name}" for name in units.parameters())  # breaks lines only between pairs
    lines = [
        line.replace("_", " ") for line in textwrap.wrap(pairs, 96, initial_indent="    ", subsequent_indent="    ")
    ]
    return ["  localparam units_t Units = '{  // verilog_format: off", *lines, "  };  // verilog_format: on"]


def options() -> list[str]:
    """Return the options of an engine in one structure, and those of simulated systems, for vmb_soc_options_pkg."""
    every = engine_options.options()
    values = {name: engine_options.SIMULATED.get(name, option.default) for name, option in every.items()}
    fields = [f"    logic{' [31:0]' if option.bits > 1 else '       '} {name};" for name, option in every.items()]
    lines = [f"      {name}: {option.bits}'d{values[name]}" for name, option in every.items()]
    start = "  localparam options_t OptionsSimulated = '{"
    return ["  typedef struct packed {", *fields, "  } options_t;", "", start, *_separated(lines), "  };"]


def option_parameters(indent: int, last: bool = False) -> list[str]:
    """Return the connections of an engine's parameters to the options O, for an instance in soc/rtl. With `last`, no
    other parameter follows.
    """
    lines = [f"{' ' * indent}.{name}(O.{name})" for name in engine_options.options()]
    return _separated(lines) if last else [f"{line}," for line in lines]


def algorithms(unit: Unit) -> list[str]:
    """Return a unit's algorithms, numbered as in JOB.algorithm, for its package."""
    bits = max(a.number for a in unit.algorithms).bit_length()
    wide = max(len(a.constant) for a in unit.algorithms)
    lines = [f"    {a.constant:{wide}} = {bits}'d{a.number}" for a in unit.algorithms]
    notes = ["  // v1.2" if "v1.2" in a.title else "" for a in unit.algorithms]
    return [f"  typedef enum logic [{bits - 1}:0] {{", *_separated(lines, notes), "  } algorithm_e;"]


def job() -> list[str]:
    """Return the units and algorithms, for the register JOB."""
    every = units.units().values()
    said = [f"{unit.title}: {', '.join(f'{a.number} {a.title}' for a in unit.algorithms)}" for unit in _with_several()]
    numbers = f"{'. '.join(said)}. Otherwise 0"
    names = ", ".join(f"{unit.family} {unit.title}" for unit in every)
    return [
        f'    field {{ desc = "{names}"; }} family[1:0];',
        f'    field {{ desc = "{numbers}"; }} algorithm[4:2];',
    ]


def table() -> list[str]:
    """Return the parameters that shape units, for rtl/engine/README.md."""
    rows = [(p, unit) for unit in units.units().values() for p in unit.parameters.values()]
    head = ["| parameter | default | meaning |", "| --- | --- | --- |"]
    return head + [f"| `{p.name}` | {p.default} | {p.meaning}{f' ({p.values})' if p.values else ''} |" for p, _ in rows]


def _with_several() -> list[Unit]:
    return [unit for unit in units.units().values() if len(unit.algorithms) > 1]


def _value(parameter: Parameter, wide: bool = True) -> str:
    if not parameter.values:
        return f"1'b{parameter.default}"
    return f"32'd{parameter.default}" if wide else str(parameter.default)


def _separated(lines: list[str], notes: list[str] | None = None) -> list[str]:
    """Return lines separated by commas, each before its note."""
    notes = notes or [""] * len(lines)
    last = len(lines) - 1
    return [line + "," * (n < last) + note for n, (line, note) in enumerate(zip(lines, notes, strict=True))]


#: By file: its generated parts, by name.
PARTS: dict[str, dict[str, Callable[[], list[str]]]] = {
    "rtl/engine/vmb_engine_pkg.sv": {"families": families, "configuration": configuration},
    "rtl/engine/vmb_engine.sv": {"parameters": engine_parameters, "configuration": engine_configuration},
    "rtl/engine/vmb_engine.rdl": {"job": job},
    "rtl/engine/README.md": {"parameters": table},
    "soc/rtl/vmb_soc_options_pkg.sv": {"options": options},
    "soc/rtl/vmb_soc_engine_pair.sv": {"options": partial(option_parameters, 10)},
    "soc/rtl/vmb_soc_ring.sv": {"options": partial(option_parameters, 6, last=True)},
    "rtl/ring/vmb_engine_ring.sv": {"parameters": engine_parameters},
    **{u.package: {"algorithms": partial(algorithms, u)} for u in units.units().values() if u.package},
}


def renewed(text: str, parts: dict[str, Callable[[], list[str]]]) -> str:
    """Return a file with its generated parts renewed. ValueError if one of them is missing."""
    names = set()

    def replacement(match: re.Match[str]) -> str:
        names.add(match[2])
        return match[1] + "\n".join(parts[match[2]]()) + "\n" + match[3]

    new = re.sub(rf"{_BEGIN}.*?{_END}", replacement, text, flags=re.DOTALL)
    if names != set(parts):
        raise ValueError(f'no comment "generated: {min(set(parts) - names)}"')
    return new


def files() -> dict[Path, str]:
    """Return every file with generated parts, and its text."""
    return {root() / name: renewed((root() / name).read_text(), parts) for name, parts in PARTS.items()}


def main(arguments: list[str]) -> int:
    """Write or check the files; return the exit status."""
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    stale = {path: text for path, text in files().items() if path.read_text() != text}
    for path, text in stale.items():
        name = path.relative_to(root())
        if arguments:
            print(f"{name} does not match {SOURCE}: run python -m vambrace_dev.units")
        else:
            path.write_text(text)
            print(f"wrote {name}")
    return int(bool(stale and arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
