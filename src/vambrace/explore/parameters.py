# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The parameters of a design space, and the candidates for their values."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from vambrace import config
from vambrace.base.errors import UsageError, choose
from vambrace.config import Algorithm, Point, engine_options, units
from vambrace.measure.explore import Waits

Value = str | int | bool

#: The default of `optimisation` and `accesses`.
OWN = "default"

_MOST_WAITS = 1000


@dataclass(frozen=True)
class Parameter:
    """A parameter of a space: its meaning, the values selected by a name or pattern, and the default."""

    meaning: str
    values: Callable[[object], Iterable[Value]]
    usual: Value


def _names(what: str, known: Callable[[], Iterable[str]]) -> Callable[[object], Iterator[Value]]:
    """Return the selection function of a parameter with names as values; a pattern selects several."""

    def select(value: object) -> Iterator[Value]:
        names = list(known())
        if not isinstance(value, str):
            raise UsageError(f"{what}: {value!r} is not a name")
        matching = [name for name in names if fnmatch.fnmatchcase(name, value)]
        yield from matching or [choose(what, value, names)]

    return select


def _numbers(what: str) -> Callable[[object], Iterator[Value]]:
    def select(value: object) -> Iterator[Value]:
        if type(value) is not int or not 0 <= value <= _MOST_WAITS:
            raise UsageError(f"{what}: {value!r} is not a number from 0 to {_MOST_WAITS}")
        yield value

    return select


def _bits(what: str) -> Callable[[object], Iterator[Value]]:
    def select(value: object) -> Iterator[Value]:
        if type(value) is not bool:
            raise UsageError(f"{what}: {value!r} is not true or false")
        yield value

    return select


def _option(option: engine_options.Option) -> Parameter:
    def select(value: object) -> Iterator[Value]:
        if type(value) is not int or not option.legal(value):
            raise UsageError(f"{option.name}: {value!r} is not {option.values or '0 or 1'}")
        yield value

    legal = f"; {option.values}" if option.values else ""
    return Parameter(f"engine: {option.meaning}{legal}", select, option.default)


#: Which units an engine has: all, or only what the algorithm needs (engine_options.own).
ALL_UNITS, OWN_UNIT = ENGINE_UNITS = ("all", "own")

#: By name, in the order of tables.
PARAMETERS = {
    "core": Parameter("core, of `vambrace points`", _names("core", config.cores), "ibex-ref"),
    "extensions": Parameter("extension set", _names("extension set", config.extension_sets), "none"),
    "algorithm": Parameter("algorithm", _names("algorithm", config.algorithms), "aes-128-ccm"),
    "profile": Parameter("profile of the library", _names("profile", lambda: config.PROFILES), "speed"),
    "compiler": Parameter("compiler of the library's C", _names("compiler", lambda: config.COMPILERS), config.GCC),
    "optimisation": Parameter(
        "level of the compiler for the C of the library; default: that of the profile",
        _names("optimisation", lambda: (OWN, *config.OPTIMISATIONS)),
        OWN,
    ),
    "accesses": Parameter(
        "accesses that the library makes; default: all that the core executes",
        _names("accesses", lambda: (OWN, config.ALIGNED)),
        OWN,
    ),
    "wait_instr": Parameter("wait states of each fetch", _numbers("wait_instr"), 0),
    "wait_data": Parameter("wait states of each load and store", _numbers("wait_data"), 0),
    "wait_mem": Parameter("wait states of each access of an engine", _numbers("wait_mem"), 0),
    "shared_port": Parameter("loads, stores and an engine share a port of the RAM", _bits("shared_port"), False),
    "engine_units": Parameter(
        "cipher units of an engine: all, or own: what the algorithm needs",
        _names("engine_units", lambda: ENGINE_UNITS),
        ALL_UNITS,
    ),
    **{name: _option(option) for name, option in engine_options.options().items()},
}


@dataclass(frozen=True)
class Candidate:
    """A choice of all parameters: a point, an algorithm, and the wait states of the memory. Parameters without effect,
    such as wait states of an engine's memory port without an engine, have their defaults.
    """

    point: Point
    algorithm: Algorithm
    waits: Waits
    own: bool = False  # whether the engine has only the cipher unit that the algorithm needs

    @cached_property
    def values(self) -> dict[str, Value]:
        """Return the value of each parameter, by name."""
        accelerator = self.point.extensions.accelerator
        options = dict(accelerator.options if accelerator else ())
        return {
            "core": self.point.core.name,
            "extensions": self.point.extensions.base,
            "algorithm": self.algorithm.name,
            "profile": self.point.profile,
            "compiler": self.point.compiler,
            "optimisation": self.point.optimisation or OWN,
            "accesses": config.ALIGNED if self.point.aligned else OWN,
            "wait_instr": self.waits.instr,
            "wait_data": self.waits.data,
            "wait_mem": self.waits.mem,
            "shared_port": self.waits.shared,
            "engine_units": OWN_UNIT if self.own else ALL_UNITS,
            **{name: options.get(name, option.default) for name, option in engine_options.options().items()},
        }

    def text(self, name: str) -> str:
        """Return the value of a parameter in the format of SPACE.toml."""
        value = self.values[name]
        return str(value).lower() if isinstance(value, bool) else str(value)

    @property
    def label(self) -> str:
        return f"{self.point.name} {self.algorithm.name} {self.waits.label}".rstrip()


def differing(candidate: Candidate) -> list[str]:
    """Return the parameters that identify a candidate: its point, its algorithm, and what differs from the defaults."""
    always = ("core", "extensions", "algorithm")
    return [n for n, value in candidate.values.items() if n in always or value != PARAMETERS[n].usual]


def spelled(name: str, text: str) -> list[object]:
    """Return the values of a parameter from a command line, where commas separate them. UsageError for an unknown
    parameter.
    """
    kind = type(PARAMETERS[choose("parameter", name, PARAMETERS, "vambrace explore --parameters")].usual)
    words = text.split(",")
    if kind is bool:
        return [{"true": True, "false": False}.get(word, word) for word in words]
    return [int(word) if kind is int and word.isdecimal() else word for word in words]


class Impossible(Exception):
    """The candidate does not exist; the text is the reason."""


def candidate(chosen: Mapping[str, Value]) -> Candidate:
    """Return the candidate with some values; other parameters have their defaults. Impossible if the core cannot have
    the extension set, the engine lacks the algorithm, or the set does not affect it.
    """
    values = {name: chosen.get(name, parameter.usual) for name, parameter in PARAMETERS.items()}
    core, extensions = config.cores()[str(values["core"])], config.extension_sets()[str(values["extensions"])]
    algorithm = config.algorithms()[str(values["algorithm"])]
    if not core.can_have(extensions):
        raise Impossible(f"{core.name} cannot have {extensions.name}")
    if missing := algorithm.missing_in(extensions):
        raise Impossible(missing)
    if extensions.name != "none" and not algorithm.gains_from(extensions):
        raise Impossible(f"{extensions.name} changes nothing for {algorithm.name}")
    level = str(values["optimisation"])
    compiler, profile = str(values["compiler"]), str(values["profile"])
    point = Point(core, extensions, profile, compiler=compiler, optimisation="" if level == OWN else level)
    if values["accesses"] == config.ALIGNED and core.accesses != config.ALIGNED:
        point = replace(point, aligned=True)
    instr, data, mem = (int(values[name]) for name in ("wait_instr", "wait_data", "wait_mem"))
    waits = Waits(instr, data, mem, bool(values["shared_port"]))
    if not extensions.engine:
        return Candidate(point, algorithm, replace(waits, mem=0, shared=False))
    own_unit = values["engine_units"] == OWN_UNIT
    of_set = dict(extensions.accelerator.options if extensions.accelerator else ())
    configured = config.with_options(extensions, _options(chosen, algorithm, own_unit, of_set))
    if reason := config.too_wide(core, configured):
        raise Impossible(reason)
    point = replace(point, extensions=configured)
    return Candidate(point, algorithm, waits if extensions.ported else replace(waits, mem=0, shared=False), own_unit)


def _options(
    chosen: Mapping[str, Value], algorithm: Algorithm, own_unit: bool, of_set: Mapping[str, int]
) -> dict[str, int]:
    """Return the options of an engine that are not the usual ones and not without effect, as those of a unit that the
    engine does not have or the algorithm does not use. Impossible if the engine then lacks the algorithm."""
    used = units.algorithms()[algorithm.of_units]
    chosen_options = {name: int(value) for name, value in chosen.items() if name in engine_options.options()}
    values = {**chosen_options, **(engine_options.own(algorithm.of_units) if own_unit else {})}
    for name, option in engine_options.options().items():
        parameter = units.parameters().get(name)
        if parameter and parameter.pace and option.unit != used.unit.name:
            values.pop(name, None)  # it has no effect on this algorithm
    if lacked := engine_options.lacking(algorithm.of_units, {**of_set, **values}):
        raise Impossible(f"an engine with {lacked} lacks {algorithm.name}")
    usual = {name: of_set.get(name, option.default) for name, option in engine_options.options().items()}
    return {name: value for name, value in values.items() if value != usual[name]}


def candidates(varied: Mapping[str, Sequence[Value]]) -> tuple[list[Candidate], dict[str, int]]:
    """Return all different candidates of a space, and the number of impossible combinations by reason."""
    distinct: dict[Candidate, None] = {}
    reasons: dict[str, int] = {}
    for values in product(*varied.values()):
        try:
            distinct[candidate(dict(zip(varied, values, strict=True)))] = None
        except Impossible as error:
            reasons[str(error)] = reasons.get(str(error), 0) + 1
    return list(distinct), reasons
