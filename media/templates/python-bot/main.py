"""A Telegram bot that repeats what it is told. It needs no packages."""

import json
import os
import time
import urllib.parse
import urllib.request

TOKEN = os.environ.get("BOT_TOKEN", "")


def call(method, **values):
    """Calls the Bot API and returns its result."""
    data = urllib.parse.urlencode(values).encode()
    url = f"https://api.telegram.org/bot{TOKEN}/{method}"
    with urllib.request.urlopen(url, data, timeout=60) as answer:
        return json.load(answer)["result"]


def answer_to(text):
    return f"You said: {text}"


def run():
    print(f"Signed in as {call('getMe')['username']}")
    offset = 0
    while True:
        try:
            for update in call("getUpdates", offset=offset, timeout=50):
                offset = update["update_id"] + 1
                message = update.get("message", {})
                if "text" in message:
                    call("sendMessage", chat_id=message["chat"]["id"], text=answer_to(message["text"]))
        except OSError as error:
            print(f"No connection, trying again: {type(error).__name__}")
            time.sleep(5)


if __name__ == "__main__":
    while not TOKEN:
        print("BOT_TOKEN is not set. Ask @BotFather for a token, set it, and restart.")
        time.sleep(3600)
    run()
