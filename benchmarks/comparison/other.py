"""Another server: a feed to fetch, and an endpoint for webhooks."""
import http.server
import threading

FEED = b"""<?xml version="1.0"?><rss version="2.0"><channel><title>Example</title><link>http://example.org/</link><description>Fetched</description>
<item><title>A fetched story of the north</title><guid>f1</guid><link>http://example.org/1</link><pubDate>Mon, 05 Jan 2026 09:00:00 GMT</pubDate>
<description>&lt;p&gt;It was fetched.&lt;/p&gt;</description></item></channel></rss>"""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=b"", kind="application/rss+xml"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(*(200, FEED) if self.path == "/feed.xml" else (200, b'<link rel="alternate" type="application/rss+xml" href="/feed.xml">', "text/html"))

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.answer(204)

    def log_message(self, *_):
        pass


def start():
    """Starts the server, which runs until the end; returns its port."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]
