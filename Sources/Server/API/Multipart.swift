import Foundation

/// The file in a `multipart/form-data` body (RFC 7578).
enum Multipart {
    /// The content of the first part that has a file name, or else of the first part; nil where the body has none.
    static func file(in body: [UInt8], type: String) -> ArraySlice<UInt8>? {
        guard let boundary = boundary(type) else { return nil }
        let mark = Array("--\(boundary)".utf8)
        var first: ArraySlice<UInt8>?
        var rest = body[...]
        guard let start = find(mark, in: rest) else { return nil }
        rest = rest[(start + mark.count)...]
        while rest.starts(with: [0x0D, 0x0A]) {
            rest = rest.dropFirst(2)
            guard let headEnd = find([0x0D, 0x0A, 0x0D, 0x0A], in: rest.prefix(16_384)),
                let end = find([0x0D, 0x0A] + mark, in: rest[headEnd...])
            else { return first }
            let content = headEnd + 4 <= end ? rest[(headEnd + 4)..<end] : rest[end..<end]
            if String(decoding: rest[..<headEnd], as: UTF8.self).lowercased().contains("filename=") { return content }
            first = first ?? content
            rest = rest[(end + 2 + mark.count)...]
        }
        return first
    }

    private static func boundary(_ type: String) -> String? {
        guard let range = type.range(of: "boundary=", options: .caseInsensitive) else { return nil }
        let value = type[range.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" && $0 != " " }
        return (1...70).contains(value.utf8.count) ? value : nil
    }

    /// Where a pattern first stands; looks only where its first byte does.
    private static func find(_ pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard let head = pattern.first else { return nil }
        return bytes.withUnsafeBufferPointer { buffer in
            var index = 0
            while index + pattern.count <= buffer.count {
                guard let next = buffer[index...(buffer.count - pattern.count)].firstIndex(of: head) else { return nil }
                if buffer[next..<(next + pattern.count)].elementsEqual(pattern) { return bytes.startIndex + next }
                index = next + 1
            }
            return nil
        }
    }
}
