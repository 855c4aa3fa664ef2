import CDeflate

/// Compresses whole documents (RFC 1952) by libdeflate.
enum Gzip {
    /// 6 is the level at which more time gains little more.
    static func compress(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
        guard let compressor = libdeflate_alloc_compressor(level) else { return bytes }
        defer { libdeflate_free_compressor(compressor) }
        let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
        return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            count = libdeflate_gzip_compress(compressor, bytes, bytes.count, output.baseAddress, bound)
        }
    }
}

/// Tells documents apart for their ETags. Nobody gains by making two alike, so checksums that processors compute by themselves do.
enum Checksum {
    /// CRC-32, Adler-32 and the length, in hexadecimal.
    static func name(_ bytes: [UInt8]) -> String {
        [
            UInt(libdeflate_crc32(0, bytes, bytes.count)), UInt(libdeflate_adler32(1, bytes, bytes.count)),
            UInt(bytes.count),
        ]
        .map { String($0, radix: 16) }.joined(separator: "-")
    }
}
