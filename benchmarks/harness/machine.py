"""The machine: missing packages, free ports, the temporary folder, and the processes started by a run."""
import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time

INSTALL = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))) + "/deploy/install-packages"
SERVERS = ("nginx-light", "php-fpm", "php-pgsql", "php-xml", "postgresql-client", "wrk")


def php_fpm():
    """The newest php-fpm; Debian includes the version in the name."""
    return shutil.which("php-fpm") or next(iter(sorted(glob.glob("/usr/sbin/php-fpm*"), reverse=True)), None)


def find(program):
    return php_fpm() if program == "php-fpm" else shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin")


def install(*packages):
    """Installs missing packages from Debian."""
    if subprocess.run([INSTALL, *packages]).returncode:
        raise SystemExit(f"{' '.join(packages)} cannot be installed")


def worker_account():
    """The account for nginx and PHP: as root, the one that owns the embedded cluster; otherwise the current
    one."""
    return pwd.getpwnam("postgres").pw_name if os.geteuid() == 0 else None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def temporary_folder():
    folder = tempfile.mkdtemp(prefix="n4md-bench.")
    os.chmod(folder, 0o755)
    return folder


def description():
    """A one-line description of the machine."""
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "CPU")
    memory = int(open("/proc/meminfo").readline().split()[1]) / 1e6
    system = next((line.split("=", 1)[1].strip().strip('"') for line in open("/etc/os-release") if line.startswith("PRETTY_NAME")), "")
    return f"{os.cpu_count()} x {model}, {memory:.0f} GB, {system}, Linux {os.uname().release}"


def processor_seconds(*roots):
    """CPU seconds of processes and their descendants, including ended ones. Unlike wall time, these hardly
    depend on other load."""
    children, used = {}, {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as file:
                stat = file.read()
        except OSError:
            continue
        pid, fields = int(stat.split(" ", 1)[0]), stat[stat.rindex(")") + 2:].split()
        children.setdefault(int(fields[1]), []).append(pid)
        used[pid] = sum(map(int, fields[11:15]))
    waiting, ticks = list(roots), 0
    while waiting:
        pid = waiting.pop()
        ticks += used.get(pid, 0)
        waiting += children.get(pid, [])
    return ticks / os.sysconf("SC_CLK_TCK")


class Process:
    """A child process of the run, with its output in a file."""
    running = []

    def __init__(self, arguments, log, environment=None, output=None):
        self.log = log
        self.started = time.monotonic()
        with open(log, "ab") as errors, open(output or log, "ab") as out:
            self.process = subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stdout=out, stderr=errors, env=environment or os.environ)
        Process.running.append(self)

    @property
    def pid(self):
        return self.process.pid

    def memory(self, field="VmRSS"):
        """A memory value from /proc/PID/status, in MB."""
        with open(f"/proc/{self.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(field)) / 1000

    def wait_for_port(self, port, limit=60):
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise SystemExit(f"{self.process.args[0]} ended at once:\n" + open(self.log).read()[-2000:])
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return
            except OSError:
                time.sleep(0.005)
        raise SystemExit(f"{self.process.args[0]} does not listen on port {port}")

    def stop(self, limit=90):
        """Terminates the process and waits; n4md stops its database meanwhile."""
        if self in Process.running:
            Process.running.remove(self)
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(limit)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    @classmethod
    def stop_all(cls):
        for process in reversed(list(cls.running)):
            process.stop()


def stop_clusters(folder):
    """Stops a database server whose n4md was killed before it could do so."""
    for path in glob.glob(folder + "/*/cluster/postmaster.pid"):
        try:
            os.kill(int(open(path).readline()), signal.SIGINT)
        except (OSError, ValueError):
            continue
        for _ in range(300):
            if not os.path.exists(path):
                break
            time.sleep(0.1)
