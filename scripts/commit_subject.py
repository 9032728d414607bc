"""Checker of commit subjects: scope first, at most 72 characters, no full stop.

python scripts/commit_subject.py FILE                  a message in a file, as Git's commit-msg hook has it
python scripts/commit_subject.py --range main..HEAD    the commits of a range
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

LONGEST = 72
SUBJECT = re.compile(r"[a-z][\w./-]*(?:, [a-z][\w./-]*)*: \S")
MADE_BY_GIT = re.compile(r"(?:Merge|Revert) |(?:fixup|squash|amend)! ")


def faults(subject: str) -> list[str]:
    """The faults of a subject, as sentences."""
    if MADE_BY_GIT.match(subject):
        return []
    found = []
    if len(subject) > LONGEST:
        found.append(f"It has {len(subject)} characters; at most {LONGEST} are allowed.")
    if not SUBJECT.match(subject):
        found.append("It does not begin with a scope, like `server: ` or `bagh-chal: `.")
    if subject.endswith("."):
        found.append("It ends with a full stop.")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Check the subjects of commits (docs/style.md).")
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--range", help="commits, as git log takes them")
    arguments = parser.parse_args()
    if arguments.range:
        command = ["git", "log", "--no-merges", "--format=%s", arguments.range]
        subjects = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    elif arguments.file:
        lines = arguments.file.read_text(encoding="utf-8").splitlines()
        subjects = [line for line in lines if line and not line.startswith("#")][:1]
    else:
        parser.error("a file or --range is needed")
    wrong = [(subject, found) for subject in subjects if (found := faults(subject))]
    for subject, found in wrong:
        print(subject, *found, sep="\n  ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
