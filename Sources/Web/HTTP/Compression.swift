import CBrotli
import CDeflate
import HTTPTypes
import NIOCore

/// The encoding in which a document is sent (RFC 9110, section 8.4.1).
package enum ContentCoding: String, Hashable, Sendable, CaseIterable {
    case identity, gzip
    case brotli = "br"

    /// The coding that makes the fewest bytes among those that `Accept-Encoding` allows (RFC 9110, section
    /// 12.5.3).
    package init(accept: String?) {
        let accepted = accept?.lowercased().split(separator: ",").compactMap { part -> Self? in
            let fields = part.split(separator: ";").map { $0.filter { $0 != " " } }
            let isRefused = fields.dropFirst().contains { $0.hasPrefix("q=0") && Double($0.dropFirst(2)) == 0 }
            return isRefused ? nil : fields.first.flatMap { Self(rawValue: $0) }
        }
        self = accepted.flatMap { codings in [.brotli, .gzip].first { codings.contains($0) } } ?? .identity
    }

    /// The usual ratio of bytes sent to bytes written, for channels and pages.
    package var usualRatio: Double {
        switch self {
        case .identity: 1
        case .gzip: 0.42
        case .brotli: 0.39
        }
    }

    /// Compresses a document made for one request, at the level beyond which more time gains little.
    package func compress(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .identity: bytes
        case .gzip: Gzip.compress(bytes, level: 6)
        case .brotli: Brotli.compress(bytes, quality: 5)
        }
    }

    /// Compresses a document that is compressed once and sent often. The best that there is takes a second for half a megabyte, and
    /// servers should start at once, so large documents get the next best.
    func compressWell(_ bytes: [UInt8]) -> [UInt8] {
        let isLarge = bytes.count > 256 << 10
        return switch self {
        case .identity: bytes
        case .gzip: Gzip.compress(bytes, level: isLarge ? 9 : 12)
        case .brotli: Brotli.compress(bytes, quality: isLarge ? 9 : Int(BROTLI_MAX_QUALITY))
        }
    }
}

extension Document {
    /// The same document in as few bytes as the best compression makes of it. Takes some 2 ms for each kB as written.
    package func packed() -> Document {
        var same = self
        same.isPacked = true
        guard headers[.contentEncoding] == ContentCoding.brotli.rawValue,
            let written = Brotli.decompress(Array(body.readableBytesView), size: writtenSize)
        else { return same }
        let sent = ContentCoding.brotli.compressWell(written)
        return sent.count < body.readableBytes ? Document(same, packedAs: sent) : same
    }
}

/// RFC 1952, by libdeflate.
private enum Gzip {
    static func compress(_ bytes: [UInt8], level: Int32) -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(level) else { return bytes }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            count = libdeflate_gzip_compress(compressor, bytes, bytes.count, output.baseAddress, bound)
        }
    }
}

/// RFC 7932, by libbrotlienc.
private enum Brotli {
    static func compress(_ bytes: [UInt8], quality: Int) -> [UInt8] {
        // The window need not be larger than the document, and a small one is set up sooner. The 64 bytes
        // beyond the documented bound make room for an empty document.
        let window = max(16, min(22, Int(UInt.bitWidth - bytes.count.leadingZeroBitCount)))
        let bound = BrotliEncoderMaxCompressedSize(bytes.count) + 64
        return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            count = bound
            let isDone = BrotliEncoderCompress(
                Int32(quality), Int32(window), BROTLI_MODE_TEXT, bytes.count, bytes, &count, output.baseAddress)
            if isDone == BROTLI_FALSE { count = 0 }
        }
    }

    /// - Parameter size: that of the text in bytes.
    static func decompress(_ bytes: [UInt8], size: Int) -> [UInt8]? {
        var result = BROTLI_DECODER_RESULT_ERROR
        let text = [UInt8](unsafeUninitializedCapacity: size) { output, count in
            count = size
            result = BrotliDecoderDecompress(bytes.count, bytes, &count, output.baseAddress)
        }
        return result == BROTLI_DECODER_RESULT_SUCCESS ? text : nil
    }
}

/// Distinguishes documents for their ETags. Nobody gains from a collision, so checksums that processors
/// have instructions for suffice.
package enum Checksum {
    /// CRC-32, Adler-32 and the length in hexadecimal, joined into one: three separate numbers look like an
    /// inode to page checkers.
    package static func name(_ bytes: [UInt8]) -> String {
        [
            UInt(libdeflate_crc32(0, bytes, bytes.count)), UInt(libdeflate_adler32(1, bytes, bytes.count)),
            UInt(bytes.count),
        ]
        .map { String($0, radix: 16) }.joined()
    }
}
