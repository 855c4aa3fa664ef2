"""An editor at the API, who sends everything with an idempotency key, so that it can be sent again."""
import http.client
import json
import os
import uuid

from . import site


class Desk:
    """The API of a running newspaper, as an editor or a chief uses it."""

    def __init__(self, newspaper, program, role="editor"):
        self.newspaper, name = newspaper, f"desk-{uuid.uuid4().hex[:8]}"
        site.command(program, newspaper.data, os.environ, "editor", "add", name, "--role", role)
        self.token = site.command(program, newspaper.data, os.environ, "token", "create", "--editor", name).split()[-1]

    def send(self, method, path, body=None, key=None, headers=None):
        """Sends a request; returns the status, the headers and the body, or (None, None, b"") if there was no answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.newspaper.port, timeout=30)
        content = body if body is None or isinstance(body, bytes) else json.dumps(body)
        sent = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json", **(headers or {})}
        if key:
            sent["Idempotency-Key"] = key
        try:
            connection.request(method, path, content, sent)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            return None, None, b""
        finally:
            connection.close()

    def create(self, path, body, key=None):
        """Posts something new; returns its ID, or None if it was not acknowledged."""
        status, _, text = self.send("POST", "/api/v1/" + path, body, key or str(uuid.uuid4()))
        if status is None or status >= 500:
            return None
        if status not in (200, 201):
            raise SystemExit(f"{path} was answered with {status}: {text[:300]}")
        return json.loads(text).get("id", 0)
