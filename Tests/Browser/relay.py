"""A mail relay that takes everything and keeps it."""
import email
import email.policy
import socketserver
import threading


class Relay:
    def __init__(self):
        self.mails = []
        self.came = threading.Condition()
        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), self.handler())
        self.server.daemon_threads = True
        self.url = f"smtp://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def handler(self):
        relay = self

        class Conversation(socketserver.StreamRequestHandler):
            def handle(self):
                self.say("220 relay")
                while line := self.rfile.readline():
                    word = line[:4].upper()
                    if word == b"DATA":
                        self.say("354 go on")
                        relay.keep(self.text())
                    self.say("221 bye" if word == b"QUIT" else "250 ok")

            def say(self, answer):
                self.wfile.write(answer.encode() + b"\r\n")

            def text(self):
                lines = []
                while (line := self.rfile.readline()).rstrip(b"\r\n") != b".":
                    lines.append(line[1:] if line.startswith(b"..") else line)
                return b"".join(lines)

        return Conversation

    def keep(self, text):
        with self.came:
            self.mails.append(email.message_from_bytes(text, policy=email.policy.default))
            self.came.notify_all()

    def wait(self, count):
        """The text of the mail with a number, from 1."""
        with self.came:
            assert self.came.wait_for(lambda: len(self.mails) >= count, 30), f"{len(self.mails)} of {count} mails came"
            return self.mails[count - 1].get_body(("plain",)).get_content()
