# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Parallel work on the workers of a cluster, here Dask's local one: jobs, results, and workers that get no jobs."""

import pickle
import re
import socket
import tomllib
from functools import partial
from pathlib import Path

import pytest

from tests import cluster_jobs
from tests.called import called
from tests.unit.test_origins import EVERY
from vambrace import api
from vambrace.base import store, work
from vambrace.base.cluster import client, connect, identity, parcels, travel, worker
from vambrace.base.errors import UsageError, VambraceError
from vambrace.base.paths import root
from vambrace.cli import clustered
from vambrace.measure import area, away
from vambrace.results import inputs, record_store
from vambrace.results.origin import Origin
from vambrace.silicon import parts


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """Two workers that use the cache of the tests."""
    with connect.started("local", "2") as actual:
        yield actual


def each(where, calls, builds=(), after=None):
    """Return the results of calls, by number, and the failures."""
    failed = []
    actual = work.each(
        list(range(len(calls))),
        lambda number: pytest.fail("nothing is done here"),
        str,
        lambda label: None,
        failed.append,
        away=lambda number: work.Away(calls[number], builds=number in builds),
        after=lambda number: (after or {}).get(number, ()),
        memory=lambda number: 500,
        where=where,
    )
    return actual, failed


def test_results_come_back_from_all_workers(cluster):
    actual, failed = each(cluster, [partial(cluster_jobs.double, n) for n in range(30)])
    assert {n: double for n, (double, _) in actual.items()} == {n: 2 * n for n in range(30) if n != 13}
    assert len({process for _, process in actual.values()}) == cluster.width == 2
    assert failed == ["13: 13 is unlucky"]


def test_another_error_of_a_job_is_raised(cluster):
    with pytest.raises(ZeroDivisionError):
        each(cluster, [partial(divmod, 1, 0)])


def test_a_job_of_a_dead_worker_is_repeated(cluster, tmp_path):
    actual, failed = each(cluster, [partial(cluster_jobs.die, tmp_path, 1), *[partial(cluster_jobs.double, 1)] * 5])
    assert actual[0] == 1 and len(actual) == 6 and not failed
    cluster.client.wait_for_workers(2, timeout=120)  # for the tests below: its nanny starts another one


def test_workers_of_another_version_get_no_work(cluster, monkeypatch):
    monkeypatch.setattr(identity, "digest", lambda: "0" * 32)
    monkeypatch.setattr(client, "GRACE", 0)
    wanted = rf"worker tcp://\S+ gets no work: \S+ has vambrace {identity.__version__} \([0-9a-f]{{8}}, \S+\), "
    wanted += rf"this computer {identity.__version__} \(00000000, \S+\): install the same version there"
    with (
        connect.to_scheduler(cluster.client.scheduler.address) as other,
        pytest.raises(work.LostWorkers, match=wanted),
    ):
        each(other, [partial(cluster_jobs.double, 1)])


def test_a_worker_without_space_gets_no_more_work(cluster, tmp_path, capsys):
    with connect.to_scheduler(cluster.client.scheduler.address) as other:
        actual, failed = each(other, [partial(cluster_jobs.full, tmp_path, n) for n in range(8)])
        assert actual == {n: n for n in range(8)} and not failed and len(other.workers) == 1
        err = capsys.readouterr().err
        assert "No space left on device; free space there, or start its workers with another VAMBRACE_CACHE" in err
        assert err.count("gets no work") == 1


def test_a_missing_scheduler_is_reported(monkeypatch):
    monkeypatch.setattr(connect, "ANSWER", 0.5)
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{s.getsockname()[1]}"
    with pytest.raises(VambraceError, match=f"no scheduler answers at {address}; start one: dask scheduler"):
        each(connect.Later(address, None, None), [partial(cluster_jobs.double, 1)])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--scheduler", "here"], "--scheduler here: write an address such as tcp://192.168.1.2:8786"),
        (["--scheduler", "foo://here:1"], "--scheduler foo://here:1: write an address"),
        (["--scheduler", "tcp://a:1", "--cluster", "local"], "--scheduler and --cluster exclude each other"),
        (["--workers", "2"], "--workers is for --cluster"),
        (["--cluster", "ssh"], "--cluster ssh: name the computers: --workers HOST,HOST,..."),
        (["--cluster", "slurm", "--workers", "a,b"], "--workers a,b: write how many, for example 4"),
        (["--cluster", "local", "--workers", "0"], "--workers 0: write how many"),
        (["--cluster", "slum"], "unknown value 'slum'; did you mean 'slurm'?"),
    ],
    ids=" ".join,
)
def test_wrong_options_are_reported_before_the_work(options, message):
    done = called("bench", "ibex-ref/none", "-a", "aes-128-ccm", *options)
    assert done.returncode == 2 and message in done.stderr and not done.stdout, done


def test_nothing_is_connected_if_all_records_are_kept(monkeypatch):
    monkeypatch.setattr(connect, "to_scheduler", lambda *_: pytest.fail("connected"))
    later = connect.Later("tcp://127.0.0.1:1", None, None)
    with work.using(later):
        done = called("points")
    later.close()
    assert done.returncode == 0


def test_the_python_interface_measures_on_a_cluster(cluster):
    with api.cluster(scheduler=cluster.client.scheduler.address):
        assert work.executor().width == 2
    assert not isinstance(work.executor(), connect.Later)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"kind": "slum"}, "unknown cluster 'slum'; did you mean 'slurm'"),
        ({"kind": "local", "workers": 0}, "--workers 0: write how many"),
        ({"kind": "local", "scheduler": "tcp://a:1"}, "exclude each other"),
    ],
)
def test_wrong_arguments_of_a_cluster(arguments, message):
    with pytest.raises(UsageError, match=message), api.cluster(**arguments):
        pytest.fail("entered")


def test_the_command_line_has_the_kinds_of_clusters():
    assert set(clustered.KINDS) == set(connect.KINDS)


@pytest.mark.parametrize("measurement", EVERY)
def test_every_measurement_can_be_sent_to_a_worker(measurement):
    call = travel.loads(travel.dumps(measurement.away.call))
    (kind, task, state, _) = call.args
    assert call.func is away.records and kind == measurement.kind and task == measurement.task
    assert away.measured(kind).name(task) == measurement.name
    away._require_same(measurement.origin, state, ())
    for need in measurement.needs:
        assert travel.loads(travel.dumps(need.build)).func is need.build.func


def test_a_user_file_is_sent_by_content(tmp_path, monkeypatch):
    cells = tmp_path / "my.lib"
    cells.write_text("library (mine) { }", encoding="utf-8")
    sent = travel.dumps(partial(area.measure, area.Task(parts.blocks()["xascon"], cells)))
    inside = travel.dumps(partial(Path, root() / "configs" / "cores.toml"))
    cells.unlink()
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "other"))
    (task,) = travel.loads(sent).args
    assert task.liberty.read_text(encoding="utf-8") == "library (mine) { }" and task.liberty.name == "my.lib"
    assert task.liberty.is_relative_to(tmp_path / "other")
    assert travel.loads(inside)() == root() / "configs" / "cores.toml" and b"/" + root().name.encode() not in inside


def test_a_file_that_is_too_large_is_not_sent(tmp_path):
    file = tmp_path / "large"
    with file.open("wb") as f:
        f.truncate(travel._MOST + 1)
    with pytest.raises(UsageError, match="large has more than 64 MiB"):
        travel.dumps(partial(Path, file))


def test_entries_are_sent_to_another_cache(tmp_path, monkeypatch):
    log = tmp_path / "log"  # its name is text to jobs, which get a copy of a file
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "first"))
    used = set()
    with store.watched(used):
        cluster_jobs.build("text", str(log))
    assert {kind for kind, _ in used} == {"built", "run"}
    sent = pickle.loads(pickle.dumps(parcels.pack(used)))
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "second"))
    with pytest.raises(store.NotBuilt):
        cluster_jobs.use("text")
    parcels.unpack(sent)
    parcels.unpack(sent)
    assert cluster_jobs.use("text") == "text" and log.read_text(encoding="utf-8") == "text\n"


def test_a_build_of_one_worker_reaches_another(tmp_path, monkeypatch):
    """The workers have another cache than the client."""
    log = tmp_path / "log"
    texts = ["a", "b", "c"]
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "client"))
    cluster_jobs.build("c", str(log))  # the client has this one
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "worker"))
    with connect.started("local", "2") as where:
        monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path / "client"))
        with connect.to_scheduler(where.client.scheduler.address) as other:
            assert other.width == 2 and not other.all_share
            calls = [partial(cluster_jobs.build, text, str(log)) for text in texts]
            calls += [partial(cluster_jobs.use, text) for text in texts * 3]
            after = {3 + n: (n % 3,) for n in range(9)}
            actual, failed = each(other, calls, range(3), after)
    assert not failed and [actual[n] for n in range(3, 12)] == texts * 3
    assert sorted(log.read_text(encoding="utf-8").split()) == texts
    assert not (tmp_path / "client" / "built" / store.digest("a")).exists()


def test_a_worker_with_other_tools_is_unfit(monkeypatch):
    origin = Origin.of("vambrace.measure.area", [], ["g++"])
    state = tuple((values, inputs.digest(values)) for values in origin.inputs)
    away._require_same(origin, state, (("g++", inputs.tool("g++")),))
    other = tuple((values, "0" * 32 if values == ("tool", "g++") else digest) for values, digest in state)
    with pytest.raises(worker.Unfit, match=r"has \d\S+ of g\+\+, this measurement needs 99\.1: install that version"):
        away._require_same(origin, other, (("g++", "99.1"),))
    with pytest.raises(worker.Unfit, match=r"has other packages \(tool g\+\+\): install those of requirements\.txt"):
        away._require_same(origin, other, ())


def test_records_of_a_worker_are_checked_and_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("VAMBRACE_CACHE", str(tmp_path))
    origin = Origin.of("vambrace.measure.area")
    with pytest.raises(UsageError, match="a worker: record 1"):
        away._keep("area", origin, ("x",), [{"record": "area", "schema": "old"}])
    assert record_store.find("area", origin, ("x",)) is None


def test_the_identity_covers_the_contents_of_the_package():
    wheel = tomllib.loads((root() / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert set(wheel["force-include"]) == {*identity.DATA, "LICENSES"}


def test_the_identity_changes_with_a_source_but_not_with_a_document(tmp_path, monkeypatch):
    for folder in identity.DATA:
        (tmp_path / folder).mkdir()
    monkeypatch.setattr(identity, "root", lambda: tmp_path)
    first = identity.digest()
    for name in ("README.md", ".hidden", "old.pyc"):
        (tmp_path / "rtl" / name).write_text("text", encoding="utf-8")
    assert identity.digest() == first
    (tmp_path / "rtl" / "a.sv").write_text("module a;", encoding="utf-8")
    second = identity.digest()
    (tmp_path / "rtl" / "a.sv").rename(tmp_path / "rtl" / "b.sv")
    assert len({first, second, identity.digest()}) == 3


@pytest.mark.parametrize(
    ("options", "heads"),
    [(["--seconds", "0.1"], ("local, s", "overhead")), (["--cores", "4", "--seconds", "0.1"], ("at", "saturation"))],
    ids=["overhead", "simulated cores"],
)
def test_the_overhead_of_dask_is_measured(options, heads):
    done = called("vambrace-dev", "executor", *options, "--jobs", "5")
    assert done.returncode == 0, done.stderr
    words = " ".join(done.stdout.split())
    assert "load of this computer" in words and all(head.split()[0] in words for head in heads)
    busy = re.findall(r"([0-9.]+) %", words)[-1]
    assert 5 < float(busy) <= 101


def test_a_worker_that_does_not_answer_is_refused(cluster, monkeypatch, capsys):
    """The others do the work."""
    with connect.to_scheduler(cluster.client.scheduler.address) as other:
        silent, *_ = sorted(other._present())
        run = other.client.run

        def stopped(function, *args, workers, **options):
            assert options["callback_timeout"] == client.ANSWER
            if silent in workers:
                raise TimeoutError
            return run(function, *args, workers=workers, **options)

        monkeypatch.setattr(other.client, "run", stopped)
        actual, failed = each(other, [partial(cluster_jobs.double, n) for n in range(4)])
        assert len(actual) == 4 and not failed and silent not in other.workers
    assert f"worker {silent} gets no work: it has not answered for 60 s: end it, and start" in capsys.readouterr().err


def test_a_scheduler_that_does_not_answer_ends_the_command(cluster, monkeypatch):
    with connect.to_scheduler(cluster.client.scheduler.address) as other:

        def stopped(function, *args, callback_timeout=None, **options):
            raise TimeoutError

        with monkeypatch.context() as silent:
            silent.setattr(other.client, "sync", stopped)
            with pytest.raises(work.LostWorkers, match="has not answered for 60 s; finished work is kept"):
                each(other, [partial(cluster_jobs.double, 1)])


def test_jobs_of_a_worker_that_disappears_are_repeated(cluster, monkeypatch, capsys):
    """Dask leaves them waiting if the worker kept its connections."""
    with connect.to_scheduler(cluster.client.scheduler.address) as other:
        other.look(at_once=True)
        before, (gone, left) = other.changes, sorted(other.workers)
        monkeypatch.setattr(other, "_present", lambda: {left})
        other.look(at_once=True)
        assert other.changes == before + 1 and set(other.workers) == {left}
    assert re.search(rf"worker {re.escape(gone)} on \S+ is gone: others repeat its work", capsys.readouterr().err)
