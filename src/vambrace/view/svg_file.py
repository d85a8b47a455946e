# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Completes a chart to a file: a title and a description for screen readers, and a dark mode."""

import re
from html import escape

from vambrace.view.themes import DARK, LIGHT


def described(svg: str, title: str, text: str, style: str = "") -> str:
    """Return an SVG as one image with a title and a description, and with a style unless it is empty."""
    opening = re.search(r"<svg\b[^>]*>", svg)
    assert opening, "not an SVG"
    tag = re.sub(r'\s(?:role|aria-[a-z]+)="[^"]*"', "", opening[0])
    tag = tag.replace("<svg", '<svg role="img" aria-labelledby="title desc"', 1)
    head = [f'<title id="title">{escape(title)}</title>', f'<desc id="desc">{escape(text)}</desc>']
    head += [f"<style>{style}</style>"] if style else []
    return "".join([svg[: opening.start()], tag, *head, svg[opening.end() :]])


def dark_mode() -> str:
    """Return the style that replaces the colours of LIGHT by those of DARK if the system is in dark mode."""
    pairs = zip(LIGHT.colours, DARK.colours, strict=True)
    rules = [f'[{what}="{light}"]{{{what}:{dark}}}' for light, dark in pairs for what in ("fill", "stroke")]
    return f"@media (prefers-color-scheme: dark){{{''.join(rules)}}}"
