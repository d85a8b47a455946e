# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The output of `vambrace cache`, and the entries that it removes."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from tests.unit.test_cache_limit import another_process, key
from vambrace.base import paths
from vambrace.base.errors import UsageError, VambraceError
from vambrace.cli.main import main


@pytest.fixture(autouse=True)
def cache(monkeypatch, tmp_path):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("VAMBRACE_CACHE_LIMIT", "3G")
    for kind, number in (("model", 1), ("model", 2), ("object", 3)):
        folder = paths.cache_dir() / kind / key(number)
        folder.mkdir(parents=True)
        (folder / "x").write_bytes(bytes(100_000))
    (paths.cache_dir() / "fuzz").mkdir()
    return paths.cache_dir()


def called(*arguments: str) -> str:
    done = CliRunner().invoke(main, ["cache", *arguments], standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.output


def test_the_output_of_the_command(cache):
    title, *rows = called().splitlines()
    assert title == f"{cache}, at most 3.0 GiB"
    shown = [row.split() for row in rows if row.strip(" ─")]
    assert shown == [
        ["kind", "entries", "size"],
        ["model", "2", "0.2", "MiB"],
        ["object", "1", "0.1", "MiB"],
        ["fuzz", "0.0", "MiB"],
        ["all", "3", "0.3", "MiB"],
    ]


def test_as_json(cache):
    content = json.loads(called("--json", "-"))
    assert (content["folder"], content["limit"], set(content["kinds"])) == (
        str(cache),
        3 << 30,
        {"fuzz", "model", "object"},
    )
    assert content["kinds"]["model"]["entries"] == 2 and content["kinds"]["fuzz"]["entries"] == 0
    assert 200_000 <= content["kinds"]["model"]["bytes"] < 250_000


def test_one_kind_is_removed(cache):
    assert called("--clear", "model") == f"removed 0.2 MiB from {cache}\n"
    assert sorted(p.name for p in cache.iterdir() if p.is_dir()) == ["fuzz", "object", "users"]


def test_everything_is_removed(cache):
    assert called("--clear") == f"removed 0.3 MiB from {cache}\n"
    assert sorted(p.name for p in cache.iterdir() if p.is_dir()) == ["users"]


def test_locks_of_removed_entries_are_removed(cache):
    """There is one for each entry that was ever built."""
    (cache / "locks").mkdir()
    for kind in ("model", "model-of-more"):
        (cache / "locks" / f"{kind}-{key(1)}").touch()
    called("--clear", "model")
    assert [lock.name for lock in (cache / "locks").iterdir()] == [f"model-of-more-{key(1)}"]


def test_an_unknown_kind_is_rejected(cache):
    with pytest.raises(UsageError, match=r"^unknown kind 'modell'; did you mean 'model'\?"):
        called("--clear", "modell")


def test_an_entry_in_use_by_another_process_is_kept(cache):
    used = f"uses the cache {cache}: clear it after that process has ended$"
    with another_process(key(7)) as process, pytest.raises(VambraceError, match=f"^process {process.pid} {used}"):
        called("--clear")
    assert (cache / "model" / key(1)).is_dir()
    called("--clear")
    assert not (cache / "model").exists()
