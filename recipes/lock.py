"""Installs the newest versions that pyproject.toml allows into the running environment and writes requirements.lock."""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PINNED = ("torch==2.13.0",)  # the version of which the index holds a build for processors alone
HEADER = "# Versions that are known to work together; written by `make lock`.\n"


def main() -> None:
    """Resolves the package's own dependencies and the extras train and dev; bench is pinned where it is named."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["train"], *extras["dev"], *PINNED]
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", *wanted], check=True)
    frozen = subprocess.run([*pip, "freeze"], check=True, capture_output=True, text=True).stdout
    # A local version such as +cpu names one build of a release; the index chooses it for the machine.
    lines = [line.split("+")[0] for line in frozen.splitlines() if "==" in line]
    (ROOT / "requirements.lock").write_text(HEADER + "\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
