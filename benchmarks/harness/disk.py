"""A disk that loses its power: a file system in a file, mounted by a loop device."""
import fcntl
import os
import struct
import subprocess
import time

# EXT4_IOC_SHUTDOWN in Linux, fs/ext4/ext4.h, with EXT4_GOING_FLAGS_NOLOGFLUSH: from then on nothing is written any more, neither data
# nor the journal. What was not synced is lost, as when the power fails.
SHUTDOWN, WITHOUT_JOURNAL = 0x8004587D, struct.pack("I", 2)
SIZE = 4 << 30


class Disk:
    def __init__(self, folder):
        self.image, self.folder = folder + "/disk.image", folder + "/disk"
        os.mkdir(self.folder)
        with open(self.image, "wb") as file:
            file.truncate(SIZE)
        subprocess.run(["mkfs.ext4", "-q", self.image], check=True, capture_output=True)
        self.mount()
        os.chmod(self.folder, 0o755)

    @staticmethod
    def works(folder):
        """Whether this machine lets us mount one: as root, with loop devices."""
        try:
            disk = Disk(folder)
        except (OSError, subprocess.CalledProcessError):
            return False
        disk.remove()
        return True

    def mount(self):
        subprocess.run(["mount", "-o", "loop", self.image, self.folder], check=True, capture_output=True)

    def lose_power(self):
        """Stops all writing at once."""
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.ioctl(folder, SHUTDOWN, WITHOUT_JOURNAL)
        finally:
            os.close(folder)

    def restore_power(self):
        """Mounts again what the disk has, once the programs that used it have ended."""
        self.unmount()
        self.mount()

    def unmount(self):
        deadline = time.monotonic() + 30
        while subprocess.run(["umount", self.folder], capture_output=True).returncode:
            if time.monotonic() > deadline:
                raise SystemExit(f"{self.folder} is still in use")
            time.sleep(0.05)

    def remove(self):
        if os.path.ismount(self.folder):
            self.unmount()
        os.remove(self.image)
        os.rmdir(self.folder)
