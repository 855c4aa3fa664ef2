"""A mail relay that keeps what it takes: SMTP (RFC 5321) as far as n4md speaks it, in a process of its own."""
import asyncio
import itertools
import multiprocessing
import os


class Relay:
    """Takes mails on a loopback port, each into one line of a file: the receiver and the mail in hexadecimal."""

    def __init__(self, folder, port):
        self.port, self.file = port, f"{folder}/mails"
        open(self.file, "w").close()
        self.process = None
        # Bytes of the file that were read, and the mails in them.
        self.read, self.counted = 0, 0

    def start(self):
        self.process = multiprocessing.Process(target=run, args=(self.port, self.file), daemon=True)
        self.process.start()

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.join()

    def mails(self):
        """What was taken, as pairs of receiver and bytes."""
        with open(self.file) as file:
            lines = [line.split() for line in file if line.endswith("\n")]
        return [(to, bytes.fromhex(text)) for to, text in lines]

    def receivers(self, start):
        """The receivers of those after the first."""
        with open(self.file) as file:
            return [line.split()[0] for line in itertools.islice(file, start, None) if line.endswith("\n")]

    def count(self):
        # Only what is new is read: the processors are those of the newspaper.
        with open(self.file, "rb") as file:
            file.seek(self.read)
            text = file.read()
        self.read += len(text)
        self.counted += text.count(b"\n")
        return self.counted


def run(port, name):
    asyncio.run(serve(port, name))


async def serve(port, name):
    with open(name, "a", buffering=1) as file:
        server = await asyncio.start_server(lambda reader, writer: converse(reader, writer, file), "127.0.0.1", port, limit=1 << 22, backlog=64)
        async with server:
            await server.serve_forever()


async def converse(reader, writer, file):
    try:
        writer.write(b"220 relay\r\n")
        to = ""
        while line := await reader.readline():
            word = line[:4].upper().strip()
            if word == b"DATA":
                writer.write(b"354 go on\r\n")
                text = (await reader.readuntil(b"\r\n.\r\n"))[:-3].replace(b"\r\n..", b"\r\n.")
                # The mail is ours before we say so.
                file.write(f"{to} {text.hex()}\n")
                os.fsync(file.fileno())
            elif word == b"RCPT":
                to = line.split(b"<")[1].split(b">")[0].decode()
            writer.write(b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n" if word != b"DATA" else b"250 taken\r\n")
            if word == b"QUIT":
                break
    except (OSError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()
