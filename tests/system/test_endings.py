# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""How `vambrace run` ends on a signal: the simulator ends with it, and no incomplete file remains."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.signals import let_through
from tests.system.programs import core_model, link

ENDLESS = '#include <stdio.h>\nint main(void) { puts("up"); for (;;) { __asm__ volatile(""); } }\n'
#: More than the 64 KiB that a pipe accepts without a reader.
MANY_LINES = '#include <stdio.h>\nint main(void) { for (int i = 0; i < 40000; i++) puts("line"); return 7; }\n'


def command(tmp_path: Path, text: str, *options: str) -> list[str]:
    source = tmp_path / "program.c"
    source.write_text(text)
    return [sys.executable, "-m", "vambrace", "run", str(source), "--point", "ibex-ref/none", *options]


def children(pid: int) -> list[int]:
    return [int(p) for p in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


@pytest.mark.parametrize(
    ("number", "code", "words"),
    [
        (signal.SIGTERM, 143, "vambrace: ended by SIGTERM\n"),
        (signal.SIGHUP, 129, ""),
        (signal.SIGINT, 130, "vambrace: interrupted\n"),
        (signal.SIGKILL, -9, ""),
    ],
)
def test_the_simulator_ends_with_its_parent(tmp_path, number, code, words):
    options = ["--max-cycles", "1000000000000"]
    process = subprocess.Popen(
        command(tmp_path, ENDLESS, *options),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=let_through,
    )
    try:
        assert process.stdout.readline() == "up\n"
        (simulator,) = children(process.pid)
        assert not is_gone(simulator)
        os.kill(process.pid, number)
        err = process.communicate(timeout=60)[1]
        assert process.returncode == code
        assert words in err and "Traceback" not in err
        until = time.monotonic() + 30
        while not is_gone(simulator) and time.monotonic() < until:
            time.sleep(0.05)
        assert is_gone(simulator)
    finally:
        process.kill()


def test_a_model_without_its_parent_does_not_start(tmp_path):
    elf = link(tmp_path, ENDLESS, ".c")
    image = tmp_path / "image"
    image.write_bytes(elf.image(0x80000000))
    wanted = [str(core_model("ibex-ref")), "--load", f"0x80000000={image}", "--max-cycles", "1000"]
    assert subprocess.run([*wanted, "--parent", str(os.getpid())], timeout=60).returncode == 0
    done = subprocess.run([*wanted, "--parent", str(os.getppid())], capture_output=True, timeout=60)
    assert (done.returncode, done.stdout) == (1, b"")


WAVES = pytest.mark.long("a model that writes waveforms")

#: Instead of a model with waveforms: begins one, and does not end.
STAND_IN = """#!/bin/sh
while [ "$1" != --trace ]; do shift; done
echo '$version' >"$2"
echo up
exec sleep 1000
"""
WITH_STAND_IN = """
import sys
from pathlib import Path
from vambrace.cli import main as cli
from vambrace.hardware import model
stand_in = Path(sys.argv.pop())
model.build = lambda spec: stand_in if spec.trace else None
cli.entry()
"""


@pytest.mark.parametrize("model", ["stand-in", pytest.param("own", marks=WAVES)])
def test_an_interrupted_run_keeps_the_old_waveform(tmp_path, model):
    folder = tmp_path / "here"
    folder.mkdir()
    wave = folder / "run.vcd"
    wave.write_text("what was here")
    wanted = command(folder, ENDLESS, "--wave", str(wave))
    if model == "stand-in":
        program = tmp_path / "model"
        program.write_text(STAND_IN)
        program.chmod(0o755)
        wanted = [sys.executable, "-c", WITH_STAND_IN, *wanted[3:], str(program)]
    process = subprocess.Popen(wanted, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout.readline() == b"up\n"
    assert len(list(folder.iterdir())) == 3  # also what is written of the new one
    process.terminate()
    assert process.wait(60) == 143
    assert wave.read_text() == "what was here"
    assert sorted(p.name for p in folder.iterdir()) == ["program.c", "run.vcd"]


def test_unwritable_output_is_reported(tmp_path):
    with open("/dev/full", "w") as full:
        some = MANY_LINES.replace("40000", "2000")
        done = subprocess.run(command(tmp_path, some), stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1 and "cannot write to standard output" in done.stderr


def test_a_closed_pipe_ends_the_run(tmp_path):
    process = subprocess.Popen(command(tmp_path, MANY_LINES), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(60) == 141


@pytest.mark.parametrize("option", ["--stats-json", pytest.param("--wave", marks=WAVES)])
def test_a_file_on_standard_output_is_the_only_output(tmp_path, option):
    done = subprocess.run(
        command(tmp_path, MANY_LINES.replace("40000", "2"), option, "-"), capture_output=True, text=True, cwd=tmp_path
    )
    assert done.returncode == 7
    said = [text for text in done.stderr.splitlines() if not text.startswith("building the model")]
    assert said == ["line", "line"]
    assert "line" not in done.stdout
    assert done.stdout.startswith("{\n" if option == "--stats-json" else "$version")
    assert [p.name for p in tmp_path.iterdir()] == ["program.c"]
