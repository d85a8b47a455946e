# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""What a chart needs to be a file of its own: a title and a description for screen readers, and its dark mode."""

import re
from html import escape

from vambrace.view.themes import DARK, LIGHT


def described(svg: str, title: str, text: str, style: str = "") -> str:
    """Return an SVG as one image with a title and a description, and with a style if there is one."""
    opening = re.search(r"<svg\b[^>]*>", svg)
    assert opening, "not an SVG"
    tag = re.sub(r'\s(?:role|aria-[a-z]+)="[^"]*"', "", opening[0])
    tag = tag.replace("<svg", '<svg role="img" aria-labelledby="title desc"', 1)
    head = [f'<title id="title">{escape(title)}</title>', f'<desc id="desc">{escape(text)}</desc>']
    head += [f"<style>{style}</style>"] if style else []
    return "".join([svg[: opening.start()], tag, *head, svg[opening.end() :]])


def dark_mode() -> str:
    """The style that gives a chart in the colours of LIGHT those of DARK where the system is dark."""
    pairs = zip(LIGHT.colours, DARK.colours, strict=True)
    rules = [f'[{what}="{light}"]{{{what}:{dark}}}' for light, dark in pairs for what in ("fill", "stroke")]
    return f"@media (prefers-color-scheme: dark){{{''.join(rules)}}}"
