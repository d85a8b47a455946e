# SPDX-FileCopyrightText: Vambrace contributors
# SPDX-License-Identifier: Apache-2.0
"""Generates a core with a Maven project and keeps the Verilog in the cache.

Maven downloads the generator from the repositories in the user's settings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from vambrace.base import store, tools
from vambrace.base.errors import BuildError

_TOOLS = ("java", "mvn")


@dataclass(frozen=True)
class Generated:
    """A generated core: its project is in `folder`, its fields come from upstream.toml."""

    folder: Path
    pom: str
    sources: str
    version_of: str  # the artefact that determines the core's version
    output: list[str]
    configuration: str

    @property
    def inputs(self) -> list[Path]:
        """The files that the Verilog is generated from."""
        return [self.folder / self.pom, *sorted((self.folder / self.sources).rglob("*.scala"))]

    @property
    def version(self) -> str:
        text = (self.folder / self.pom).read_text()
        match = re.search(rf"<artifactId>{self.version_of}</artifactId>\s*<version>([^<]+)<", text)
        if match is None:
            raise BuildError(f"{self.folder / self.pom} does not specify the version of {self.version_of}")
        return match[1]

    @property
    def _sources_key(self) -> str:
        return store.digest(store.digest_files(self.inputs))

    @property
    def key(self) -> str:
        """Return the hash of the inputs. Maven's file pins the generator; the Java version is not an input."""
        return store.digest(self.configuration, self.output, store.digest_files(self.inputs))

    def unavailable(self) -> str | None:
        """Return, in one line, why the core cannot be generated here; None if it can."""
        lacking = [name for name in _TOOLS if tools.tool(name).find() is None]
        if store.has("rocket", self.key) or not lacking:
            return None
        return str(tools.missing(lacking[0]))

    def files(self) -> list[Path]:
        """Return the Verilog; generate it if it is not in the cache. MissingTool, in one line, if Java or Maven is
        needed and missing.
        """
        folder = store.entry("rocket", self.key, self._generate)
        return [folder / name for name in self.output]

    def _generate(self, work: Path) -> None:
        for needed in _TOOLS:
            tools.version(needed)
        # All configurations share one compilation.
        compiled = store.entry("rocket-classes", self._sources_key, lambda target: self._maven(target, "compile"))
        self._maven(compiled, f"-Dout={work / 'verilog'}", f"-Dconfiguration={self.configuration}", "exec:exec")
        for name in self.output:
            (work / "verilog" / name).rename(work / name)
        store.remove(work / "verilog")

    def _maven(self, target: Path, *what: str) -> None:
        pom = self.folder / self.pom
        tools.run(["mvn", "--quiet", "--batch-mode", "--file", str(pom), f"-Dwork={target}", *what])
