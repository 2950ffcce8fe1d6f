"""Runs this app and also writes its output to logs/app.log. Set up by Hosted Apps.

The app's start command is "python hosted_log.py COMMAND". To remove this, change the start command to COMMAND, and
then delete this file. A single argument is run by a shell; several are a program and its arguments.
"""
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress

LARGEST = 1024 * 1024  # bytes; a full app.log becomes app.1.log, which is replaced
LOG = os.path.join(os.path.dirname(os.path.abspath(__file__)), "logs", "app.log")
child, early = None, []  # signals that arrived before the app was started


def keep(data):
    os.makedirs(os.path.dirname(LOG), exist_ok=True)
    if os.path.exists(LOG) and os.path.getsize(LOG) + len(data) > LARGEST:
        os.replace(LOG, LOG[: -len("log")] + "1.log")
    with open(LOG, "ab") as log:
        log.write(data)


def copy():
    for data in iter(lambda: os.read(child.stdout.fileno(), 65536), b""):
        with suppress(OSError):  # The app runs on without its log, for example when the disk is full.
            keep(data)
        with suppress(OSError):  # Without a reader of this output, the log still gets it.
            while data:
                data = data[os.write(1, data) :]


def pass_on(number, _frame):
    child.send_signal(number) if child else early.append(number)


for each in {"SIGTERM", "SIGINT", "SIGHUP"}.intersection(dir(signal)):
    signal.signal(getattr(signal, each), pass_on)
os.environ.setdefault("PYTHONUNBUFFERED", "1")  # or lines would wait in the app until there are many
command = sys.argv[1] if len(sys.argv) == 2 else sys.argv[1:]
with suppress(OSError):  # Tells this run from earlier ones.
    keep(time.strftime("\n[hosted_log] %Y-%m-%dT%H:%M:%SZ starts\n", time.gmtime()).encode())
try:
    # Both outputs in one, which keeps their order.
    outputs = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    child = subprocess.Popen(command, shell=isinstance(command, str), **outputs)
except (OSError, IndexError) as error:
    sys.stderr.write("hosted_log.py couldn't start the app: %s\n" % error)
    sys.exit(127)
for each in early:
    child.send_signal(each)
copying = threading.Thread(target=copy, daemon=True)
copying.start()
status = child.wait()
copying.join(2)  # seconds: what the app left running may keep its output open
sys.exit(status if status >= 0 else 128 - status)  # as a shell says that a signal ended the app
