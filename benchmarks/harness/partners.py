"""A partner's server: it receives webhooks, confirms WebSub subscriptions and keeps the feeds delivered."""
import collections
import http.server
import json
import sys
import threading
import time
import urllib.parse

# Seconds within which nothing waits any more: a message that a kill or a failure held back waits for its lease, a minute, to end.
LEASE = 100


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        """Says nothing of broken connections, which a newspaper that is killed leaves."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, address)


class Partner:
    def __init__(self):
        # The message IDs by event and article: more than one would be the same event told twice.
        self.messages = collections.defaultdict(set)
        self.deliveries, self.feed, self.confirmed = 0, b"", 0
        self.lock = threading.Lock()
        self.server = Server(("127.0.0.1", 0), handler(self))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def address(self, path):
        return f"http://127.0.0.1:{self.server.server_address[1]}{path}"

    def take(self, path, headers, body):
        with self.lock:
            self.deliveries += 1
            if path == "/feed":
                self.feed = body
                return
            message = json.loads(body)
            self.messages[message["type"], message["data"]["id"]].add(headers["webhook-id"])

    def told(self, newspaper):
        """How many messages there are of the publication of each published article, once none is waiting to be sent."""
        deadline = time.monotonic() + LEASE
        while time.monotonic() < deadline and newspaper.psql("-c", "select count(*) from webhook_deliveries where state = 'pending'") != "0":
            time.sleep(0.2)
        articles = newspaper.psql("-c", "select id from articles where status = 'published'").splitlines()
        with self.lock:
            return [len(self.messages.get(("article.published", int(article)), ())) for article in articles]


def handler(partner):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self, body=b""):
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_GET(self):
            query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
            self.answer(query.get("hub.challenge", [""])[0].encode())
            partner.confirmed += 1

        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            partner.take(self.path, self.headers, body)
            self.answer()

        def log_message(self, *_):
            pass

    return Handler
