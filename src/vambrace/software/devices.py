# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""The settings of the devices of a simulated system (soc/sim/devices)."""

from dataclasses import dataclass

#: As a name of a file: standard input.
STDIN = "-"


@dataclass(frozen=True)
class Devices:
    """What each device is connected to; the model checks it."""

    timer_divider: int = 1  # cycles of a tick of mtime
    uart_in: str | None = None  # a file that the UART receives, or STDIN

    @property
    def reads(self) -> bool:
        """Whether a run depends on more than its program."""
        return self.uart_in is not None

    @property
    def options(self) -> list[str]:
        """The options of a model."""
        return [
            *(["--timer-divider", str(self.timer_divider)] if self.timer_divider != 1 else []),
            *(["--uart-in", self.uart_in] if self.uart_in is not None else []),
        ]
