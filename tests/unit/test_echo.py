# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Checks of the echo server's answers find errors."""

import pytest

from vambrace.base.errors import VambraceError
from vambrace.software.ports.echo import BYTES, LOADS, MESSAGES, Load

ECHOES = [load for load in LOADS.values() if load.echoes]


def exchange(load: Load, messages: int) -> tuple[list[bytes], list[bytes]]:
    """Return the messages of a client, and the answers of a correct server."""
    every = load.datagrams()
    sent = [every[n * load.size : (n + 1) * load.size] for n in range(messages)]
    nonces = [(b"\1" + n.to_bytes(20, "little"))[: load.nonce] for n in range(messages)]
    return sent, [load.seal(load.answer(n), nonce) for n, nonce in enumerate(nonces)]


@pytest.mark.parametrize("load", ECHOES, ids=lambda load: load.name)
def test_right_answers_are_accepted(load):
    assert len(load.datagrams()) == MESSAGES * load.size and load.size == load.nonce + BYTES + load.tag
    sent, answers = exchange(load, 5)
    load.check(sent, answers)
    load.check(sent, answers[:3])  # the others are not sent yet
    load.check([], [])


@pytest.mark.parametrize("load", ECHOES, ids=lambda load: load.name)
def test_wrong_answers_are_found(load):
    sent, answers = exchange(load, 3)

    def wrong(*found: bytes) -> str:
        with pytest.raises(VambraceError) as error:
            load.check(sent, list(found))
        return str(error.value)

    assert "answer 1 is wrong" in wrong(*sent)
    assert "answer 2 is wrong" in wrong(answers[0], answers[2], answers[1])
    for at in range(load.nonce, load.size, 7):
        changed = bytearray(answers[2])
        changed[at] ^= 1
        assert "answer 3 is wrong" in wrong(*answers[:2], bytes(changed))
    assert "answer 3 is wrong" in wrong(*answers[:2], answers[2][:-1])
    assert "4 answers to 3 messages" in wrong(*answers, answers[2])


@pytest.mark.parametrize("load", [load for load in ECHOES if load.nonce], ids=lambda load: load.name)
def test_nonces_are_used_once(load):
    sent, answers = exchange(load, 2)
    again = load.seal(load.answer(1), answers[0][: load.nonce])
    with pytest.raises(VambraceError, match="answer 2 has a nonce that was used before"):
        load.check(sent, [answers[0], again])


@pytest.mark.parametrize("name", ["aes-256-ccm", "ascon-aead128"])
def test_the_client_and_the_server_have_different_nonces(name):
    load = LOADS[name]
    sent, _ = exchange(load, 1)
    with pytest.raises(VambraceError, match="nonce"):
        load.check(sent, [load.seal(load.answer(0), sent[0][: load.nonce])])


def test_a_message_and_its_answer():
    load = LOADS["echo"]
    message, answer = load.message(5), load.answer(5)
    words, back = ([int.from_bytes(m[i : i + 4], "little") for i in range(0, BYTES, 4)] for m in (message, answer))
    assert words[0] == 5 and back[0] == 5 | 1 << 31
    assert all(a ^ b == 0xFFFFFFFF for a, b in zip(words[1:-1], back[1:-1], strict=True))
    for all_words in (words, back):
        assert all_words[-1] == sum(all_words[:-1]) % (1 << 32)
