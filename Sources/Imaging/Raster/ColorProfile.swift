import CDeflate

/// Finds the ICC profile embedded in a file. Safe on any bytes.
enum ColorProfile {
    /// RGB profiles have a few kilobytes; printer profiles, which are not used, have more.
    private static let limit = 1 << 20

    /// The profile; nil if there is none, or if it is damaged or too large.
    static func read(_ bytes: [UInt8], _ format: ImageFormat) -> [UInt8]? {
        let file = ByteView(bytes[...])
        let profile =
            switch format {
            case .jpeg: jpeg(file)
            case .png: png(file)
            case .webp: ImageHeader.webpChunk("ICCP", in: file)?.array
            case .avif: avif(file)
            case .gif: [UInt8]?.none
            }
        // The signature of every profile (ICC.1, section 7.2).
        guard let profile, profile.count <= limit, profile.count > 128, profile[36..<40].elementsEqual("acsp".utf8)
        else {
            return nil
        }
        return profile
    }

    /// Joins the pieces in APP2 segments, each with its number and the total (ICC.1, annex B.4).
    private static func jpeg(_ file: ByteView) -> [UInt8]? {
        var pieces: [UInt8: [UInt8]] = [:]
        var total: UInt8?
        var offset = 2
        while file[offset] == 0xFF, let marker = file[offset + 1], marker != 0xDA,
            let length = file.bigEndian(at: offset + 2, length: 2), length >= 2
        {
            if marker == 0xE2, let segment = file.view(at: offset + 4, length: length - 2),
                segment.starts(with: "ICC_PROFILE\0"), let number = segment[12]
            {
                pieces[number] = segment.view(from: 14).array
                total = segment[13]
            }
            offset += length + 2
        }
        guard let total, total > 0, pieces.count == Int(total) else { return nil }
        return (1...total).reduce(into: []) { $0 += pieces[$1] ?? [] }
    }

    /// Reads the compressed chunk before the pixels, which begins with a name, a zero and the method.
    private static func png(_ file: ByteView) -> [UInt8]? {
        var offset = 8
        while let length = file.bigEndian(at: offset, length: 4), !file.starts(with: "IDAT", at: offset + 4) {
            if file.starts(with: "iCCP", at: offset + 4), let chunk = file.view(at: offset + 8, length: length),
                let end = chunk.firstIndex(of: 0, from: 0)
            {
                return inflated(chunk.view(from: end + 2).array)
            }
            offset += length + 12
        }
        return nil
    }

    private static func inflated(_ compressed: [UInt8]) -> [UInt8]? {
        guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        var isWhole = false
        let profile = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            isWhole =
                libdeflate_zlib_decompress(
                    decompressor, compressed, compressed.count, buffer.baseAddress, limit, &count)
                == LIBDEFLATE_SUCCESS
            if !isWhole { count = 0 }
        }
        return isWhole ? profile : nil
    }

    private static func avif(_ file: ByteView) -> [UInt8]? {
        ImageHeader.avifProperties(file)?.first { $0.is("colr") && $0.body.starts(with: "prof") }?.body.view(from: 4)
            .array
    }
}
