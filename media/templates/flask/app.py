"""A small web app with Flask."""

import os

from flask import Flask, jsonify

app = Flask(__name__)


@app.get("/")
def index():
    return "<h1>It works</h1>"


@app.get("/health")
def health():
    return jsonify(ok=True)


if __name__ == "__main__":
    app.run(host="0.0.0.0", port=int(os.environ.get("PORT", 8000)))
