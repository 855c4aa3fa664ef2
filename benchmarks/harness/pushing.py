"""Push services on this machine: nginx with HTTP/2 over TLS, which answers 201 and logs each message; and the devices subscribed there."""
import base64
import hashlib
import http.server
import os
import subprocess
import threading
import time

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from .machine import Process, find, free_port, worker_account

SYSTEM_AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"
# Devices share so many keys, which costs the sender the same as if each had its own.
KEYS = 200
CONFIGURATION = """
daemon off; worker_processes 1; pid @FOLDER@/nginx.pid; @AS_USER@
events { worker_connections 2000; }
http {
    log_format message '$msec $connection $server_protocol $uri $http_topic';
    access_log @FOLDER@/messages.log message;
    client_body_temp_path @FOLDER@/body; proxy_temp_path @FOLDER@/proxy; fastcgi_temp_path @FOLDER@/fastcgi;
    uwsgi_temp_path @FOLDER@/uwsgi; scgi_temp_path @FOLDER@/scgi;
    ssl_certificate @FOLDER@/cert.pem; ssl_certificate_key @FOLDER@/key.pem;
    client_body_buffer_size 16k;
    # It answers once it has read a message, as push services do; "return" alone would answer before.
    upstream answers { server unix:@FOLDER@/answers; keepalive 64; keepalive_requests 1000000; }
    proxy_http_version 1.1; proxy_set_header Connection "";
    server { listen unix:@FOLDER@/answers; access_log off; location / { return 201; } }
    @SERVERS@
}
"""
SERVER = """server { listen 127.0.0.1:@PORT@ ssl http2;
        location / { proxy_pass http://answers; }
        location /read/ { proxy_pass http://127.0.0.1:@READER@; } }
    """


class Services:
    """Several push services. What comes at `/read/…` is kept, as headers and body."""

    def __init__(self, folder, count):
        self.folder, self.log, self.kept = folder, folder + "/messages.log", []
        self.authorities, self.bundle = folder + "/cert.pem", folder + "/authorities.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", folder + "/key.pem",
                        "-out", self.authorities, "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"],
                       check=True, capture_output=True)
        self.reader = http.server.ThreadingHTTPServer(("127.0.0.1", 0), keeper(self.kept))
        threading.Thread(target=self.reader.serve_forever, daemon=True).start()
        ports = [free_port() for _ in range(count)]
        self.roots = [f"https://127.0.0.1:{port}" for port in ports]
        servers = "".join(SERVER.replace("@PORT@", str(port)).replace("@READER@", str(self.reader.server_address[1])) for port in ports)
        account = worker_account()
        text = CONFIGURATION.replace("@FOLDER@", folder).replace("@SERVERS@", servers).replace("@AS_USER@", f"user {account};" if account else "")
        with open(folder + "/nginx.conf", "w") as file:
            file.write(text)
        self.nginx = Process([find("nginx"), "-e", folder + "/nginx.log", "-c", folder + "/nginx.conf"], folder + "/nginx.out")
        self.nginx.wait_for_port(ports[-1])

    def trusting(self, program):
        """A program that trusts the services besides all others: in a mount namespace of its own, its list of authorities is longer."""
        with open(self.bundle, "w") as file:
            for path in (SYSTEM_AUTHORITIES, self.authorities):
                with open(path) as one:
                    file.write(one.read())
        path = self.folder + "/n4md"
        with open(path, "w") as file:
            file.write(f'#!/bin/sh\nexec unshare -m sh -c \'mount --bind {self.bundle} {SYSTEM_AUTHORITIES} && exec "$@"\' n4md {program} "$@"\n')
        os.chmod(path, 0o755)
        return path

    def size(self):
        return os.path.getsize(self.log)

    def messages(self, start):
        """What has come since the log had a size: the time, the number of the connection, the protocol, the path, the Topic."""
        with open(self.log) as file:
            file.seek(start)
            return [Message(*line.split()) for line in file if line.endswith("\n")]

    def wait(self, start, count, limit):
        """Waits for so many messages; returns them."""
        deadline, came = time.monotonic() + limit, 0
        with open(self.log, "rb") as file:
            file.seek(start)
            while True:
                # Only what is new is read: the processors are those of the contenders.
                came += file.read().count(b"\n")
                if came >= count:
                    return self.messages(start)
                if time.monotonic() > deadline:
                    raise SystemExit(f"{came} of {count} messages came within {limit} s")
                time.sleep(0.1)


class Message:
    def __init__(self, moment, connection, protocol, path, topic):
        self.time, self.connection, self.protocol, self.path, self.topic = float(moment), connection, protocol, path, topic


def keeper(kept):
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            kept.append((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(201)
            self.end_headers()

        def log_message(self, *_):
            pass

    return Handler


class Devices:
    """Readers' devices, put into the newspaper's database, since a network may subscribe a thousand a day only."""

    def __init__(self, roots):
        self.roots = roots
        self.keys = [(ec.generate_private_key(ec.SECP256R1()), os.urandom(16)) for _ in range(KEYS)]

    def point(self, number):
        return self.keys[number % KEYS][0].public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def endpoint(self, number, folder="p"):
        return f"{self.roots[number % len(self.roots)]}/{folder}/{number}"

    def info(self, number, folder="p"):
        """A device as its browser tells it."""
        _, secret = self.keys[number % KEYS]
        return {"endpoint": self.endpoint(number, folder), "keys": {"p256dh": text(self.point(number)), "auth": text(secret)}}

    def subscribe(self, newspaper, count, topics, folder="p"):
        """Stores devices 0 to count - 1, with topics by number: the first that many have them, too."""
        lines = ["begin;"] + [f"insert into push_hosts (host) values ('{root}') on conflict do nothing;" for root in self.roots]
        lines.append("copy push_subscriptions (id_hash, key_id, expires_at, endpoint, host, public_key, secret, topics, device_class) from stdin;")
        key, expires = newspaper.psql("-c", "select id from push_keys where replaced_at is null"), "now() + interval '90 days'"
        expires = newspaper.psql("-c", f"select {expires}")
        for number in range(count):
            names = ",".join(name for name, most in topics.items() if number < most)
            endpoint = self.endpoint(number, folder)
            lines.append("\t".join((r"\\x" + hashlib.sha256(endpoint.encode()).hexdigest(), key, expires, endpoint, self.roots[number % len(self.roots)],
                                    r"\\x" + self.point(number).hex(), r"\\x" + self.keys[number % KEYS][1].hex(), "{" + names + "}", "android")))
        lines += [r"\.", "commit;", "analyze push_subscriptions;"]
        path = os.path.dirname(newspaper.access_log) + "/devices.sql"
        with open(path, "w") as file:
            file.write("\n".join(lines) + "\n")
        newspaper.psql("-v", "ON_ERROR_STOP=1", "-f", path)


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
