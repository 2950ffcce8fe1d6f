"""Runs this app and also writes its output to logs/app.log. Set up by Hosted Apps.

The app's startup command is "python hosted_log.py COMMAND". To remove this, change the startup command to COMMAND,
and then delete this file. A single argument is run by a shell; several are a program and its arguments.
"""
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress

LARGEST = 1024 * 1024  # bytes; a full app.log becomes app.1.log, which is replaced
LOG = os.path.join(os.path.dirname(os.path.abspath(__file__)), "logs", "app.log")
lock = threading.Lock()
child, early = None, []  # signals that arrived before the app was started


def keep(data):
    with lock, suppress(OSError):  # The app runs on without its log, for example when the disk is full.
        os.makedirs(os.path.dirname(LOG), exist_ok=True)
        if os.path.exists(LOG) and os.path.getsize(LOG) + len(data) > LARGEST:
            os.replace(LOG, LOG[: -len("log")] + "1.log")
        with open(LOG, "ab") as log:
            log.write(data)


def copy(source, target):
    line, data = b"", b"\n"  # lines stay whole: two outputs must not be mixed within one
    while data:
        data = os.read(source.fileno(), 65536)
        line += data
        end = line.rfind(b"\n") + 1 if data and len(line) < 65536 else len(line)
        lines, line = line[:end], line[end:]
        keep(lines)
        with suppress(OSError):  # Without a reader of this output, the log still gets it.
            while lines:
                lines = lines[os.write(target, lines) :]


def pass_on(number, _frame):
    child.send_signal(number) if child else early.append(number)


for each in {"SIGTERM", "SIGINT", "SIGHUP"}.intersection(dir(signal)):
    signal.signal(getattr(signal, each), pass_on)
os.environ.setdefault("PYTHONUNBUFFERED", "1")  # or lines would wait in the app until there are many
command = sys.argv[1] if len(sys.argv) == 2 else sys.argv[1:]
try:
    child = subprocess.Popen(command, shell=isinstance(command, str), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
except (OSError, IndexError) as error:
    sys.stderr.write("hosted_log.py couldn't start the app: %s\n" % error)
    sys.exit(127)
for each in early:
    child.send_signal(each)
copies = [threading.Thread(target=copy, args=pair, daemon=True) for pair in ((child.stdout, 1), (child.stderr, 2))]
[each.start() for each in copies]
status = child.wait()
[each.join(2) for each in copies]  # seconds: what the app left running may keep its output open
sys.exit(status if status >= 0 else 128 - status)  # as a shell says that a signal ended the app
