# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Sphinx' configuration of the site."""

from pathlib import Path

from vambrace import __version__

project = "Vambrace"
project_copyright = "Vambrace contributors"
author = "Vambrace contributors"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_design", "breathe"]
exclude_patterns = ["doxygen"]
nitpicky = False

myst_enable_extensions = ["attrs_inline", "colon_fence", "attrs_block", "deflist"]
myst_heading_anchors = 6
myst_all_links_external = False
suppress_warnings = ["myst.xref_ambiguous"]

highlight_language = "none"
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

breathe_projects = {"vambrace": "doxygen"}
breathe_default_project = "vambrace"
breathe_domain_by_extension = {"h": "c"}

autodoc_typehints = "signature"
autodoc_member_order = "bysource"

html_theme = "furo"
html_title = f"Vambrace {version}"
html_static_path = ["static"]
html_extra_path = ["extra"] if (Path(__file__).parent / "extra").is_dir() else []
html_css_files = ["site.css"]
html_js_files = ["site.js"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_show_search_summary = False  # it fetches pages, which a browser refuses without a server
html_theme_options = {
    "navigation_with_keys": True,
    "light_css_variables": {"color-brand-primary": "#0b5cad", "color-brand-content": "#0b5cad"},
    "dark_css_variables": {"color-brand-primary": "#7cb7ff", "color-brand-content": "#7cb7ff"},
}
