"""A push service for Firefox, of the least that it speaks: it takes messages by POST (RFC 8030), and passes them on over the WebSocket at
which Firefox waits (RFC 6455, with the messages of https://autopush.readthedocs.io)."""
import base64
import hashlib
import http.server
import json
import queue
import struct
import threading
import uuid

WEBSOCKET = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, section 1.3
LIMIT = 60  # seconds


class PushService:
    """One browser's service."""

    def __init__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Handler,), {"service": self}))
        self.server.daemon_threads = True
        self.root = "127.0.0.1:%d" % self.server.server_address[1]
        # The posts that came, as headers and body, and the code with which the browser took each: 100 if it was delivered to the worker,
        # 101 if it could not be decrypted.
        self.posts, self.codes = queue.Queue(), queue.Queue()
        self.browser, self.breaks = None, False
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, said):
        """The answer to a message of the browser; None if it needs none."""
        kind = said.get("messageType")
        if kind == "hello":
            return {"messageType": kind, "status": 200, "uaid": said.get("uaid") or uuid.uuid4().hex, "use_webpush": True, "broadcasts": {}}
        if kind == "register":
            channel = said["channelID"]
            return {"messageType": kind, "status": 200, "channelID": channel, "pushEndpoint": f"http://{self.root}/{channel}"}
        if kind == "unregister":
            return {"messageType": kind, "status": 200, "channelID": said["channelID"]}
        if kind == "ack":
            for update in said["updates"]:
                self.codes.put(update["code"])
        return None if said else {}  # a ping

    def take(self, channel, headers, body):
        """Passes a message on; with `breaks`, one bit of its last byte is changed."""
        self.posts.put((headers, body))
        if self.breaks:
            body = body[:-1] + bytes([body[-1] ^ 1])
        self.browser.send({"messageType": "notification", "channelID": channel, "version": uuid.uuid4().hex,
                           "headers": {"encoding": headers["Content-Encoding"]}, "data": base64.urlsafe_b64encode(body).decode().rstrip("=")})

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    service = None
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.service.take(self.path[1:], self.headers, body)
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self):
        key = hashlib.sha1((self.headers["Sec-WebSocket-Key"] + WEBSOCKET).encode()).digest()
        self.send_response(101)
        for name, value in (("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", base64.b64encode(key).decode()),
                            ("Sec-WebSocket-Protocol", "push-notification")):
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True
        self.service.browser = self
        while (said := self.read()) is not None:
            if (answer := self.service.answer(said)) is not None:
                self.send(answer)

    def read(self):
        """The next message of the browser, which are all short and in one frame; None once it is gone."""
        head = self.rfile.read(2)
        if len(head) < 2 or head[0] & 15 == 8:
            return None
        length = head[1] & 127
        if length == 126:
            length = struct.unpack("!H", self.rfile.read(2))[0]
        mask = self.rfile.read(4)
        return json.loads(bytes(byte ^ mask[place % 4] for place, byte in enumerate(self.rfile.read(length))))

    def send(self, said):
        data = json.dumps(said).encode()
        size = bytes([len(data)]) if len(data) < 126 else b"\x7e" + struct.pack("!H", len(data))
        self.wfile.write(b"\x81" + size + data)

    def log_message(self, *_):
        pass
