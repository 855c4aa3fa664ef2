import Foundation

/// A `multipart/form-data` body (RFC 7578).
package enum Multipart {
    package struct Part: Sendable {
        /// The name of its field.
        package var name: String
        /// The file name; nil if the part is not a file.
        package var fileName: String?
        package var content: ArraySlice<UInt8>

        package init(name: String, fileName: String? = nil, content: ArraySlice<UInt8>) {
            self.name = name
            self.fileName = fileName
            self.content = content
        }
    }

    /// The most parts that are read from one body.
    private static let limit = 100

    /// The parts of a body, up to the point where it is malformed.
    package static func parts(of body: [UInt8], type: String) -> [Part] {
        guard let boundary = boundary(type) else { return [] }
        let mark = Array("--\(boundary)".utf8)
        var (parts, rest): ([Part], ArraySlice<UInt8>) = ([], body[...])
        guard let start = find(mark, in: rest) else { return [] }
        rest = rest[(start + mark.count)...]
        while rest.starts(with: [0x0D, 0x0A]), parts.count < limit {
            rest = rest.dropFirst(2)
            guard let headEnd = find([0x0D, 0x0A, 0x0D, 0x0A], in: rest.prefix(16_384)),
                let end = find([0x0D, 0x0A] + mark, in: rest[headEnd...])
            else { break }
            let head = String(decoding: rest[..<headEnd], as: UTF8.self)
            let content = headEnd + 4 <= end ? rest[(headEnd + 4)..<end] : rest[end..<end]
            parts.append(
                Part(name: value("name", in: head) ?? "", fileName: value("filename", in: head), content: content))
            rest = rest[(end + 2 + mark.count)...]
        }
        return parts
    }

    /// The first part with a file name, otherwise the first part; nil if the body has none.
    package static func file(in body: [UInt8], type: String) -> Part? {
        let parts = parts(of: body, type: type)
        return parts.first { $0.fileName != nil } ?? parts.first
    }

    /// A parameter of `Content-Disposition`. Browsers encode quotation marks in it as `%22`.
    private static func value(_ name: String, in head: String) -> String? {
        for line in head.split(whereSeparator: \.isNewline) where line.lowercased().hasPrefix("content-disposition:") {
            guard let start = line.range(of: "[; ]\(name)=", options: [.regularExpression, .caseInsensitive]) else {
                continue
            }
            let rest = line[start.upperBound...]
            let value = rest.first == "\"" ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { $0 != ";" }
            return String(value).replacing("%22", with: "\"")
        }
        return nil
    }

    private static func boundary(_ type: String) -> String? {
        guard let range = type.range(of: "boundary=", options: .caseInsensitive) else { return nil }
        let value = type[range.upperBound...].prefix { $0 != ";" }.filter { $0 != "\"" && $0 != " " }
        return (1...70).contains(value.utf8.count) ? value : nil
    }

    /// The first position of a pattern; compares only where its first byte occurs.
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
