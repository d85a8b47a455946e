# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes the pictures of docs/user/report.md out of a report, as a wide and a narrow screen show it, light and dark:

vambrace report ibex-ref rocket -o report.html
python scripts/report_pictures.py report.html docs/user
"""

import sys
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.report.browser import chromium, opened  # noqa: E402

#: For each shot: the top of the screen, the selected algorithm, and the screen size.
SHOTS = {
    "report-1440-light": ("report", "", 1440, 1150, "light"),
    "report-1440-dark": ("cycles", "", 1440, 1150, "dark"),
    "report-768-light": ("papers", "", 768, 900, "light"),
    "report-360-light": ("bench-table-title", "", 360, 760, "light"),
    "report-360-dark": ("overview", "", 360, 760, "dark"),
}


def main(report: Path, folder: Path) -> None:
    with chromium() as browser:
        for name, (section, algorithm, width, height, scheme) in SHOTS.items():
            context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
            fragment = f"#scenario=ipv6&core=ibex-ref&algorithm={algorithm}&at={section}"
            page, _ = opened(context, report.resolve(), fragment)
            page.evaluate(f"document.getElementById('{section}').scrollIntoView()")
            page.wait_for_timeout(100)  # for the contents to follow
            page.evaluate("document.activeElement.blur()")
            file = folder / f"{name}.png"
            page.screenshot(path=file)
            context.close()
            Image.open(file).convert("RGB").save(file, optimize=True)
            print(f"{file}: {file.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
