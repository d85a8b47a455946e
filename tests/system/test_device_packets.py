# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The packet interface (soc/sim/devices/packets.h): its registers, its queue and its interrupt."""

from __future__ import annotations

import pytest

from tests.system.device_programs import CORES, Ended, passes, run
from tests.system.packet_programs import PACKETS, read_pcap
from vambrace.software.running.devices import Devices


@pytest.mark.parametrize("core", CORES)
def test_registers(tmp_path, core):
    text = """
int main(void)
{
    IS(AT(PACKETS, LINK), VMB_LINK_ETHERNET);
    IS(AT(PACKETS, MAX_FRAME), 1514);
    IS(AT(PACKETS, ADDRESS_LOW), 0x00000002);
    IS(AT(PACKETS, ADDRESS_HIGH), 0x0100);
    IS(AT(PACKETS, CONTROL), 0);
    IS(AT(PACKETS, STATUS), 0);
    AT(PACKETS, CONTROL) = 0xfffffffe;
    IS(AT(PACKETS, CONTROL), 0);
    AT(PACKETS, INTERRUPTS) = 0xffffffff;
    IS(AT(PACKETS, INTERRUPTS), 7);
    IS(AT(PACKETS, RX_LENGTH), 0); /* nothing waits */
    IS(AT(PACKETS, RX_DATA), 0);
    AT(PACKETS, RX_RELEASE) = 1;
    IS(AT(PACKETS, RECEIVED) + AT(PACKETS, DROPPED) + AT(PACKETS, SENT), 0);

    AT(PACKETS, TX_SEND) = 1; /* no length */
    IS(AT(PACKETS, STATUS), VMB_PACKETS_REFUSED);
    AT(PACKETS, STATUS) = ~VMB_PACKETS_REFUSED; /* a 0 clears nothing */
    IS(AT(PACKETS, STATUS), VMB_PACKETS_REFUSED);
    AT(PACKETS, STATUS) = VMB_PACKETS_REFUSED;
    IS(AT(PACKETS, STATUS), 0);
    AT(PACKETS, TX_LENGTH) = 1515;
    AT(PACKETS, TX_SEND) = 1;
    IS(AT(PACKETS, STATUS), VMB_PACKETS_REFUSED);
    AT(PACKETS, TX_LENGTH) = 1514;
    IS(AT(PACKETS, TX_LENGTH), 1514);
    AT(PACKETS, TX_SEND) = 1;
    IS(AT(PACKETS, SENT), 1);
    return 0;
}
"""
    passes(tmp_path, text, core)


@pytest.mark.parametrize("core", CORES)
def test_the_other_link(tmp_path, core):
    text = """
int main(void)
{
    IS(AT(PACKETS, LINK), VMB_LINK_IEEE802154);
    IS(AT(PACKETS, MAX_FRAME), 125);
    IS(AT(PACKETS, ADDRESS_LOW), 0x00000002);
    IS(AT(PACKETS, ADDRESS_HIGH), 0x01000000);
    AT(PACKETS, TX_LENGTH) = 126;
    AT(PACKETS, TX_SEND) = 1;
    IS(AT(PACKETS, STATUS), VMB_PACKETS_REFUSED);
    return 0;
}
"""
    passes(tmp_path, text, core, Devices(link="ieee802154"))


@pytest.mark.parametrize("core", CORES)
def test_a_full_queue_loses_frames_and_counts_them(tmp_path, core):
    text = """
int main(void)
{
    unsigned i;
    for (i = 0; i < 1000; i++)
        IS(AT(PACKETS, RECEIVED), 0); /* the receiver is off */
    AT(PACKETS, CONTROL) = 1;
    while (AT(PACKETS, DROPPED) < 4) {
    }
    IS(AT(PACKETS, RECEIVED), 16);
    IS(AT(PACKETS, STATUS), VMB_PACKETS_WAITING | VMB_PACKETS_LOST);
    AT(PACKETS, STATUS) = 7; /* a frame waits on */
    IS(AT(PACKETS, STATUS), VMB_PACKETS_WAITING);
    for (i = 0; i < 16; i++) {
        IS(AT(PACKETS, RX_LENGTH), 62 + 5);
        IS(receive(), 62 + 5);
    }
    IS(AT(PACKETS, STATUS), 0);
    IS(AT(PACKETS, DROPPED), 4);
    return 0;
}
"""
    passes(tmp_path, PACKETS + text, core, Devices(net="generate:rate=2000,count=20,size=5"))


@pytest.mark.parametrize("core", CORES)
def test_a_frame_is_read_by_words(tmp_path, core):
    """The last word has zeros after the end, and a frame that is abandoned early does not shift the next one."""
    text = """
int main(void)
{
    AT(PACKETS, CONTROL) = 1;
    while (!(AT(PACKETS, STATUS) & VMB_PACKETS_WAITING)) {
    }
    IS(AT(PACKETS, RX_LENGTH), 63);
    for (int i = 0; i < 15; i++)
        frame[i] = (uint8_t)AT(PACKETS, RX_DATA);
    IS(frame[0], 2);
    IS(AT(PACKETS, RX_DATA) >> 24, 0);
    IS(AT(PACKETS, RX_DATA), 0);
    AT(PACKETS, RX_RELEASE) = 1;
    while (!(AT(PACKETS, STATUS) & VMB_PACKETS_WAITING)) {
    }
    IS(AT(PACKETS, RX_DATA), 0x00000002);
    AT(PACKETS, RX_RELEASE) = 1;
    IS(receive(), 63);
    IS(frame[0], 2);
    return 0;
}
"""
    passes(tmp_path, PACKETS + text, core, Devices(net="generate:rate=max,count=3,size=1"))


def test_a_length_begins_a_frame(tmp_path):
    """No data of an abandoned or rejected frame are in the next one; unwritten bytes are 0."""
    text = """
int main(void)
{
    AT(PACKETS, TX_LENGTH) = 8;
    AT(PACKETS, TX_DATA) = 0x04030201;
    AT(PACKETS, TX_LENGTH) = 7;
    AT(PACKETS, TX_DATA) = 0x14131211;
    AT(PACKETS, TX_SEND) = 1;
    AT(PACKETS, TX_LENGTH) = 1515;
    AT(PACKETS, TX_DATA) = 0x24232221;
    AT(PACKETS, TX_SEND) = 1;
    AT(PACKETS, TX_LENGTH) = 3;
    AT(PACKETS, TX_DATA) = 0x34333231;
    AT(PACKETS, TX_SEND) = 1;
    return (int)AT(PACKETS, SENT);
}
"""
    assert run(tmp_path, PACKETS + text, frames=tmp_path / "trace.pcap") == Ended(2, "")
    _, frames = read_pcap(tmp_path / "trace.pcap")
    assert [frame.hex() for _, frame in frames] == ["11121314000000", "313233"]


@pytest.mark.parametrize("core", CORES)
def test_the_interrupt_of_the_packet_interface(tmp_path, core):
    text = """
int main(void)
{
    VMB_DEVICE(VMB_PLIC_BASE + VMB_PLIC_PRIORITY + 4 * VMB_PLIC_SOURCE_PACKETS) = 1;
    VMB_DEVICE(VMB_PLIC_BASE + VMB_PLIC_PRIORITY + 4 * VMB_PLIC_SOURCE_UART) = 1;
    AT(PLIC, ENABLE) = 1 << VMB_PLIC_SOURCE_PACKETS | 1 << VMB_PLIC_SOURCE_UART;
    AT(PACKETS, CONTROL) = 1;
    while (!AT(PACKETS, RECEIVED)) {
    }
    IS(pending(), 0);
    AT(PACKETS, INTERRUPTS) = VMB_PACKETS_WAITING;
    IS(pending(), MEI);
    AT(UART, IER) = 2;
    IS(AT(PLIC, PENDING), 6);
    IS(AT(PLIC, CLAIM), VMB_PLIC_SOURCE_UART); /* of one priority, the lower number */
    IS(AT(PLIC, CLAIM), VMB_PLIC_SOURCE_PACKETS);
    IS(AT(PLIC, CLAIM), 0);
    IS(pending(), 0);
    AT(PLIC, CLAIM) = VMB_PLIC_SOURCE_UART;
    AT(PLIC, CLAIM) = VMB_PLIC_SOURCE_PACKETS;
    VMB_DEVICE(VMB_PLIC_BASE + VMB_PLIC_PRIORITY + 4 * VMB_PLIC_SOURCE_PACKETS) = 2;
    IS(AT(PLIC, CLAIM), VMB_PLIC_SOURCE_PACKETS); /* the higher priority */
    AT(PACKETS, RX_RELEASE) = 1;
    AT(PLIC, CLAIM) = VMB_PLIC_SOURCE_PACKETS;
    AT(PLIC, ENABLE) = 1 << VMB_PLIC_SOURCE_PACKETS;
    IS(pending(), 0);

    AT(PACKETS, INTERRUPTS) = VMB_PACKETS_REFUSED;
    AT(PACKETS, TX_SEND) = 1;
    IS(AT(PLIC, CLAIM), VMB_PLIC_SOURCE_PACKETS);
    AT(PACKETS, STATUS) = VMB_PACKETS_REFUSED;
    AT(PLIC, CLAIM) = VMB_PLIC_SOURCE_PACKETS;
    IS(AT(PLIC, CLAIM), 0);
    return 0;
}
"""
    passes(tmp_path, PACKETS + text, core, Devices(net="generate:rate=max,count=1"))
