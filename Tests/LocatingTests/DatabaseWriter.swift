import Foundation

/// A value in a database file.
enum DatabaseValue {
    case text(String)
    case double(Double)
    case uint16(Int)
    case uint32(Int)
    case uint64(Int)
    case map([(String, DatabaseValue)])
    case list([DatabaseValue])

    /// The value as encoded in the data section.
    var bytes: [UInt8] {
        switch self {
        case .text(let text): Self.head(2, Array(text.utf8).count) + Array(text.utf8)
        case .double(let number): Self.head(3, 8) + .bigEndian(Int(bitPattern: UInt(number.bitPattern)), 8)
        case .uint16(let number): Self.head(5, 2) + .bigEndian(number, 2)
        case .uint32(let number): Self.head(6, 4) + .bigEndian(number, 4)
        case .uint64(let number): Self.head(9, 8) + .bigEndian(number, 8)
        case .map(let pairs):
            Self.head(7, pairs.count) + pairs.flatMap { Self.text($0.0).bytes + $0.1.bytes }
        case .list(let values): Self.head(11, values.count) + values.flatMap(\.bytes)
        }
    }

    /// The type and size. Types above 7 take another byte, and so do sizes above 28.
    private static func head(_ type: Int, _ size: Int) -> [UInt8] {
        let length = UInt8(min(size, 29))
        return (type <= 7 ? [UInt8(type << 5) | length] : [length, UInt8(type - 7)])
            + (size > 28 ? [UInt8(size - 29)] : [])
    }
}

/// Writes files in the MaxMind DB format 2.0: a binary tree over the bits of addresses, the data, and the
/// metadata.
struct DatabaseWriter {
    /// Where a bit leads.
    private enum Record {
        case none
        case node(Int)
        case data(Int)
    }

    /// 4 or 6; files of IPv6 hold IPv4 addresses under 96 zeros.
    var version = 6
    /// The bits of a record: 24, 28 or 32.
    var recordSize = 24
    private var nodes: [[Record]] = [[.none, .none]]
    private var data: [UInt8] = []

    init(version: Int = 6, recordSize: Int = 24) {
        self.version = version
        self.recordSize = recordSize
    }

    /// Adds a network that no other overlaps, written as `192.0.2.0/24`.
    mutating func add(_ network: String, _ value: DatabaseValue) {
        let parts = network.split(separator: "/")
        let address = Self.bytes(String(parts[0]), version)
        let length = (Int(parts[1]) ?? 0) + (version == 6 && !network.contains(":") ? 96 : 0)
        var node = 0
        for bit in 0..<length {
            let side = Int(address[bit / 8] >> UInt8(7 - bit % 8)) & 1
            if bit == length - 1 {
                nodes[node][side] = .data(data.count)
            } else if case .node(let next) = nodes[node][side] {
                node = next
            } else {
                nodes.append([.none, .none])
                nodes[node][side] = .node(nodes.count - 1)
                node = nodes.count - 1
            }
        }
        data += value.bytes
    }

    private static func bytes(_ text: String, _ version: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            return version == 4 ? bytes : [UInt8](repeating: 0, count: 12) + bytes[..<4]
        }
        inet_pton(AF_INET6, text, &bytes)
        return bytes
    }

    /// The whole file.
    var file: [UInt8] {
        let tree = nodes.flatMap { node -> [UInt8] in
            let (left, right) = (number(node[0]), number(node[1]))
            guard recordSize == 28 else {
                return .bigEndian(left, recordSize / 8) + .bigEndian(right, recordSize / 8)
            }
            return .bigEndian(left & 0xFFFFFF, 3) + [UInt8((left >> 24) << 4 | right >> 24)]
                + .bigEndian(right & 0xFFFFFF, 3)
        }
        return tree + [UInt8](repeating: 0, count: 16) + data + [0xAB, 0xCD, 0xEF] + Array("MaxMind.com".utf8)
            + metadata.bytes
    }

    private func number(_ record: Record) -> Int {
        switch record {
        case .none: nodes.count
        case .node(let node): node
        case .data(let offset): nodes.count + 16 + offset
        }
    }

    private var metadata: DatabaseValue {
        .map([
            ("binary_format_major_version", .uint16(2)), ("binary_format_minor_version", .uint16(0)),
            ("build_epoch", .uint64(1_760_000_000)), ("database_type", .text("Test-City")),
            ("description", .map([("en", .text("A test."))])), ("ip_version", .uint16(version)),
            ("languages", .list([.text("en")])), ("node_count", .uint32(nodes.count)),
            ("record_size", .uint16(recordSize)),
        ])
    }
}

extension [UInt8] {
    /// A number in this many bytes.
    static func bigEndian(_ number: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * (length - 1 - $0))) }
    }
}
