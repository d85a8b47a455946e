# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The settings of the devices of a simulated system (soc/sim/devices)."""

from dataclasses import dataclass

#: As a file name: standard input.
STDIN = "-"

#: What programs are linked with: start-up code alone, or an operating system.
SYSTEMS = ("none", "freertos", "freertos-lwip", "freertos-lwip-mbedtls", "riot", "zephyr")

ETHERNET = "ethernet"
LINKS = (ETHERNET, "ieee802154")

#: Default cycles per second, also for operating-system builds.
CLOCK = 50_000_000


@dataclass(frozen=True)
class Devices:
    """The connections of the devices; the model checks them."""

    timer_divider: int = 1  # cycles per tick of mtime
    uart_in: str | None = None  # input file of the UART, or STDIN
    net: str | None = None  # the packet interface's peer, with its settings (soc/sim/net/peer.cpp)
    link: str = ETHERNET  # its link, one of LINKS
    clock: int = CLOCK  # cycles per second, for times in frame files

    @property
    def reads(self) -> bool:
        """Return whether a run depends on more than its program."""
        return self.uart_in is not None or self.net is not None

    @property
    def options(self) -> list[str]:
        """Return the options of a model."""
        return [
            *(["--timer-divider", str(self.timer_divider)] if self.timer_divider != 1 else []),
            *(["--uart-in", self.uart_in] if self.uart_in is not None else []),
            *(["--net", self.net] if self.net is not None else []),
            *(["--link", self.link] if self.link != ETHERNET else []),
            *(["--clock", str(self.clock)] if self.clock != CLOCK else []),
        ]
