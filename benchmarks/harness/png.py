"""Writes PNGs."""
import struct
import zlib


def png(width, height, rows):
    """A PNG in RGB. The rows are of three bytes a pixel; their number and length need not be those of the header."""
    def chunk(name, content):
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    content = zlib.compress(b"".join(b"\0" + row for row in rows))
    header = struct.pack(">II5B", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", content) + chunk(b"IEND", b"")
