"""System calls that fail: `faults.c`, preloaded into the server and PostgreSQL, and the page that steers it."""
import ctypes
import errno
import mmap
import os
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
OPEN, WRITE, SYNC, NAME, SPACE, READ = 1, 2, 4, 8, 16, 32
SHORT = -1  # half of the bytes are written
# What can fail, and which calls it concerns.
FAILURES = {
    "the disk is full": (errno.ENOSPC, OPEN | WRITE | NAME | SPACE),
    "an error of the disk": (errno.EIO, OPEN | WRITE | SYNC | NAME | SPACE | READ),
    "a short write": (SHORT, WRITE),
}


class Control(ctypes.Structure):
    """The same layout as in `faults.c`."""
    _fields_ = [(name, ctypes.c_int) for name in ("armed", "kinds", "failure", "wanted", "counted", "fired")] + [
        ("what", ctypes.c_char * 1000), ("folder", ctypes.c_char * 1000)]


class Faults:
    def __init__(self, folder, data):
        self.library, self.page, self.programs = folder + "/faults.so", folder + "/faults.page", folder + "/postgres"
        compiler = shutil.which("clang") or shutil.which("cc")
        subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", self.library, HERE + "/faults.c", "-ldl"], check=True)
        with open(self.page, "wb") as file:
            file.truncate(ctypes.sizeof(Control))
        os.chmod(self.page, 0o666)
        with open(self.page, "r+b") as file:
            self.memory = mmap.mmap(file.fileno(), ctypes.sizeof(Control))
        self.control = Control.from_buffer(self.memory)
        self.control.folder = data.encode()
        self.wrap()

    def wrap(self):
        """Puts programs before PostgreSQL's that load the library, since N4MD starts them with an environment of its own."""
        os.mkdir(self.programs)
        binaries = os.path.dirname(os.path.realpath(self.initdb()))
        for name in ("initdb", "postgres", "pg_ctl"):
            path = f"{self.programs}/{name}"
            with open(path, "w") as file:
                file.write(f"#!/bin/sh\nLD_PRELOAD={self.library} FAULTS={self.page} exec {binaries}/{name} \"$@\"\n")
            os.chmod(path, 0o755)

    @staticmethod
    def initdb():
        folder = "/usr/lib/postgresql"
        versions = sorted((int(name) for name in os.listdir(folder) if name.isdigit()), reverse=True) if os.path.isdir(folder) else []
        found = next((f"{folder}/{version}/bin/initdb" for version in versions), None) or shutil.which("initdb")
        return found or exit("There is no PostgreSQL.")

    @property
    def settings(self):
        """The settings of a server in which calls fail."""
        return {"LD_PRELOAD": self.library, "FAULTS": self.page, "N4MD_POSTGRES_BIN": self.programs}

    def arm(self, failure, number):
        """Counts the calls that can fail so from now on, and lets that of the number fail; 0 for none."""
        self.control.armed = 0
        (self.control.failure, self.control.kinds), self.control.wanted = FAILURES[failure], number
        self.control.counted, self.control.fired, self.control.what = 0, 0, b""
        self.control.armed = 1

    def disarm(self):
        """Lets nothing fail any more; returns how many calls there were, and which failed, if one did."""
        self.control.armed = 0
        return self.control.counted, self.control.what.decode(errors="replace") if self.control.fired else None
