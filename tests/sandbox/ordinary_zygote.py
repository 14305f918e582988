"""The test zygote as an ordinary user: root loads what lies under root's home, then is root no more."""

import os

import plain_zygote

from webdart_sandbox.walls.linux import prctl

_ORDINARY = 64_123
_SET_DUMPABLE = 4


def main() -> None:
    """Serve as the test zygote does."""
    os.setgroups([])
    os.setresgid(_ORDINARY, _ORDINARY, _ORDINARY)
    os.setresuid(_ORDINARY, _ORDINARY, _ORDINARY)
    prctl(_SET_DUMPABLE, 1)  # as in a process that never was root
    plain_zygote.main()
