# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The expected frames of `vambrace bench` agree with the references of tests/aead/frames, which are written apart from
them and compared with published frames."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.aead import test_ieee802154
from tests.aead.frames import ble, dtls12, dtls13, lorawan, oscore, zigbee
from vambrace import config
from vambrace.config import Frame
from vambrace.software.oracles import frames as oracles
from vambrace.software.oracles.frames import Expected

SEEDS = range(1, 6)


def number(some: bytes) -> int:
    return int.from_bytes(some, "little")


def of_ieee802154(frame: Frame, e: Expected, patch: pytest.MonkeyPatch) -> bytes:
    patch.setattr(test_ieee802154, "KEY", e.key)
    patch.setattr(test_ieee802154, "ADDRESS", e.public[:8])
    text = e.plain[: -frame.tag]
    counter = number(e.public[8:])
    return test_ieee802154.protected(frame.level, counter, text[: frame.header], text[frame.header :])


def of_zigbee(frame: Frame, e: Expected, patch: pytest.MonkeyPatch) -> bytes:
    patch.setattr(zigbee, "KEY", e.key)
    at = frame.header - 14
    aux, content = e.plain[at : frame.header], e.plain[frame.header : -frame.tag]
    return zigbee.Frame(
        frame.level, e.plain[:at], aux[0], number(aux[1:5]), content, source=aux[5:13], sequence=aux[13]
    ).sealed()


def of_ble(frame: Frame, e: Expected, patch: pytest.MonkeyPatch) -> bytes:
    patch.setattr(ble, "KEY", e.key)
    patch.setattr(ble, "IV", e.public[:8])
    return ble.protected(e.plain[: -frame.tag], 1, number(e.public[8:]))


def of_lorawan(frame: Frame, e: Expected, patch: pytest.MonkeyPatch) -> bytes:
    patch.setattr(lorawan, "NWK", e.key[:16])
    patch.setattr(lorawan, "APP", e.key[16:])
    return lorawan.sealed(e.plain[: -frame.tag], number(e.public))


def of_oscore(frame: Frame, e: Expected, patch: pytest.MonkeyPatch) -> bytes:
    kid, piv = e.public[18:], number(e.public[13:18])
    message = oscore.Message(e.key, e.public[:13], kid, piv, kid, piv)
    return message.aead.encrypt(message.nonce, e.plain[: -frame.tag], message.ad)


def of_dtls12(frame: Frame, e: Expected, patch: pytest.MonkeyPatch) -> bytes:
    length = frame.called[0].key
    (suite,) = (s for s in dtls12.SUITES if (s.name, s.tag_len) == (frame.algorithms[0], frame.tag))
    patch.setattr(dtls12.Suite, "key", e.key[:length])
    patch.setattr(dtls12.Suite, "iv", e.key[length:])
    assert (suite.content_at, suite.iv_len) == (frame.header, len(e.key) - length)
    return dtls12.sealed(suite, 1, number(e.public), 23, e.plain[frame.header : -frame.tag])


def of_dtls13(frame: Frame, e: Expected, patch: pytest.MonkeyPatch) -> bytes:
    length = frame.called[0].key
    key, iv, sn_key = e.key[:length], e.key[length : length + 12], e.key[length + 12 :]
    keys = dtls13.Keys(frame.algorithms[0], key, iv, sn_key, frame.tag, 3)
    bits = dtls13.LENGTH | dtls13.SEQUENCE_16
    assert keys.content_at(bits) == frame.header
    content = e.plain[frame.header :][: frame.content]
    return dtls13.sealed(keys, bits, number(e.public), dtls13.padded(keys, content, 23))


REFERENCES: dict[str, Callable[[Frame, Expected, pytest.MonkeyPatch], bytes]] = {
    "ieee802154": of_ieee802154,
    "zigbee": of_zigbee,
    "ble": of_ble,
    "lorawan": of_lorawan,
    "oscore": of_oscore,
    "dtls12": of_dtls12,
    "dtls13": of_dtls13,
}


@pytest.mark.parametrize("name", list(config.frames()))
def test_expected_frames_are_those_of_the_references(name, monkeypatch):
    frame = config.frames()[name]
    for seed in SEEDS:
        e = oracles.packet(frame, seed)
        assert e.protected == REFERENCES[frame.protocol](frame, e, monkeypatch)
        assert len(e.plain) == len(e.protected) == len(e.unprotected) == frame.length
        at, end = frame.header, frame.header + frame.content
        assert e.unprotected[at:end] == e.plain[at:end] != e.protected[at:end]
        assert e.unprotected[-frame.tag :] == e.protected[-frame.tag :]
    assert len({oracles.packet(frame, seed) for seed in SEEDS}) == len(SEEDS)


def test_every_protocol_has_a_frame():
    """vambrace/frames/replay.h protects nothing."""
    from vambrace.base.paths import root

    headers = {path.stem for path in (root() / "lib" / "include" / "vambrace" / "frames").glob("*.h")} - {"replay"}
    assert {frame.protocol for frame in config.frames().values()} == headers
    adaptors = {path.stem for path in (root() / "firmware" / "frames").glob("*.h")} - {"frame", "ccm"}
    assert adaptors == headers
