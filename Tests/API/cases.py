"""Runs schemathesis against the demo newspaper with a chief's token: cases.py [CASES_PER_OPERATION [OPTION...]]"""
import os
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "../Browser"))
from newspaper import Newspaper  # noqa: E402

# SIGTERM also stops the server.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))


def main():
    cases, options = (sys.argv[1:2] or ["3"])[0], sys.argv[2:]
    newspaper = Newspaper()
    # Cases are sent as fast as they are answered, some without credentials, so the rate limits must not apply.
    newspaper.environment |= {f"N4MD_API_{name}": "1000000" for name in ("READS", "WRITES", "STRANGERS")}
    try:
        newspaper.start()
        newspaper.run("editor", "add", "api-tests", "--role", "chief")
        token = newspaper.run("token", "create", "--editor", "api-tests").split()[-1]
        command = [os.path.join(os.path.dirname(sys.executable), "schemathesis"), "--config-file", f"{HERE}/schemathesis.toml", "run",
                   f"{newspaper.url}/openapi.json", "--max-examples", cases, *options]
        return subprocess.run(command, env=os.environ | {"N4MD_API_TOKEN": token, "PYTHONPATH": HERE}, check=False).returncode
    finally:
        newspaper.remove()


if __name__ == "__main__":
    sys.exit(main())
