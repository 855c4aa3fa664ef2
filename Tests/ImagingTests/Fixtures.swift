import Foundation
import Imaging
import Testing

/// A small picture: 32 x 16 pixels in four quarters, red, green, blue, and white or transparent. The grey one has
/// shades of grey instead.
struct Fixture: Sendable, CustomTestStringConvertible {
    let name: String
    let format: ImageFormat
    let base64: String

    var bytes: [UInt8] { [UInt8](Data(base64Encoded: base64) ?? Data()) }
    var testDescription: String { name }

    static let all = [jpeg, jpegGrey, jpegCMYK, png, gif, webpLossy, webpLossless, webpExtended, avif]
    static let coloured = all.filter { $0.name != "jpegGrey" }

    static let jpeg = Fixture(
        name: "jpeg", format: .jpeg,
        base64: """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoK\
            CgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK\
            CgoKCgoKCgr/wAARCAAQACADAREAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAkICv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/\
            xAAYAQEAAwEAAAAAAAAAAAAAAAAACAkKB//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AMXopr/AFKEW2FcBBttM\
            WsAO4hQG6oA//9k=
            """)

    static let jpegGrey = Fixture(
        name: "jpegGrey", format: .jpeg,
        base64: """
            /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoK\
            CgoKBggLDAsKDAkKCgr/wAALCAAQACABAREA/8QAFwABAQEBAAAAAAAAAAAAAAAAAAkDCv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/\
            2gAIAQEAAD8A5/xfwaC/g//Z
            """)

    static let jpegCMYK = Fixture(
        name: "jpegCMYK", format: .jpeg,
        base64: """
            /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwACAQEBAQECAQEBAgICAgIEAwICAgIFBAQDBAYFBgYGBQYGBgcJCAYHCQcGBggLCAkKCgoK\
            CgYICwwLCgwJCgoK/8AAFAgAEAAgBEMRAE0RAFkRAEsRAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAKCf/EABQQAQAAAAAAAAAAAAAA\
            AAAAAAD/2gAOBEMATQBZAEsAAD8A38T/AKf9v4AIA1/gAAgDX+AAv8X+AAP/2Q==
            """)

    static let png = Fixture(
        name: "png", format: .png,
        base64: """
            iVBORw0KGgoAAAANSUhEUgAAACAAAAAQCAYAAAB3AH1ZAAAANElEQVRIie3TsQkAQAzDQPn339kZQsU3di84AkmhiEXV8FzuN8AA\
            AwQqPzkx9fcLDDDAAAdoTgUdfKsMJgAAAABJRU5ErkJggg==
            """)

    static let gif = Fixture(
        name: "gif", format: .gif,
        base64: """
            R0lGODlhIAAQAJEAAP8AAAD/AAAA/wkJCSH5BAEAAAMALAAAAAAgABAAAAI/hI8Jwe0flDywtjmtxVJXrngQmIgPiZgOSqmMAMfy\
            LAz2jecDzcf6f+v1gEAhj/gz0pA65YyZc8qgOKmPaisAADs=
            """)

    static let webpLossy = Fixture(
        name: "webpLossy", format: .webp,
        base64: """
            UklGRlIAAABXRUJQVlA4IEYAAABwAgCdASogABAAAUAmJaACdL0r4B+EH63ARGMAAP74nf//8QY//muSiGr/0uD/9LZlgVyx/8wa\
            f//oPe/ncvLPhErVgAAA
            """)

    static let webpLossless = Fixture(
        name: "webpLossless", format: .webp,
        base64: """
            UklGRjgAAABXRUJQVlA4TCwAAAAvH8ADEB8gEEjaH3qN+RcQFPk/2vwH8KWAINtmkpOc5AEuENH/2LaqnyrADw==
            """)

    static let webpExtended = Fixture(
        name: "webpExtended", format: .webp,
        base64: """
            UklGRn4AAABXRUJQVlA4WAoAAAAQAAAAHwAADwAAQUxQSBQAAAABDzD/ERFCSED4f1pmQUT/J8AhNFZQOCBEAAAAcAIAnQEqIAAQ\
            AAFAJiWgAnS9K+AfhB+twEYgAAD++J3///EGP/5rkohq/9Lg//S2ZYFcsf8nj//55Dv53Lyz4RK1YAA=
            """)

    static let avif = Fixture(
        name: "avif", format: .avif,
        base64: """
            AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAGNbWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAA\
            AGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAsaWxvYwAAAABEAAACAAEAAAABAAABzQAAACwAAgAAAAEAAAG1AAAAGAAAAEJpaW5m\
            AAAAAAACAAAAGmluZmUCAAAAAAEAAGF2MDFDb2xvcgAAAAAaaW5mZQIAAAAAAgAAYXYwMUFscGhhAAAAABppcmVmAAAAAAAAAA5h\
            dXhsAAIAAQABAAAAw2lwcnAAAACdaXBjbwAAABRpc3BlAAAAAAAAACAAAAAQAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgSAAAAAA\
            ABNjb2xybmNseAABAA0AAYAAAAAOcGl4aQAAAAABCAAAAAxhdjFDgQAcAAAAADhhdXhDAAAAAHVybjptcGVnOm1wZWdCOmNpY3A6\
            c3lzdGVtczphdXhpbGlhcnk6YWxwaGEAAAAAHmlwbWEAAAAAAAAAAgABBAECgwQAAgQBBYYHAAAATG1kYXQSAAoFGBD/7CoyDURg\
            AABAUel2WFHAv0ASAAoIOBD/7CAhoDIyHkRgAAAU5ilt8UE2q2U3/vAGn95beYOHknSU/IrlQA==
            """)
}

extension [UInt8] {
    /// A number in big-endian order.
    static func bigEndian(_ number: Int, length: Int) -> [UInt8] {
        (0..<length).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// An Exif block that holds an orientation and nothing else.
    static func exif(orientation: Int, isLittleEndian: Bool = false) -> [UInt8] {
        func number(_ value: Int, _ length: Int) -> [UInt8] {
            isLittleEndian ? bigEndian(value, length: length).reversed() : bigEndian(value, length: length)
        }
        let mark = Array((isLittleEndian ? "II" : "MM").utf8)
        let entry = number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
        return mark + number(42, 2) + number(8, 4) + number(1, 2) + entry + number(0, 4)
    }

    /// An Exif block of texts, each in UTF-8.
    static func exif(texts: [(tag: Int, text: String)], isLittleEndian: Bool = false) -> [UInt8] {
        func number(_ value: Int, _ length: Int) -> [UInt8] {
            isLittleEndian ? bigEndian(value, length: length).reversed() : bigEndian(value, length: length)
        }
        var data: [UInt8] = []
        let entries = texts.flatMap { tag, text in
            let value = Array(text.utf8) + [0]
            defer { data += value.count > 4 ? value : [] }
            return number(tag, 2) + number(2, 2) + number(value.count, 4)
                + (value.count > 4
                    ? number(14 + texts.count * 12 + data.count, 4)
                    : value + [UInt8](repeating: 0, count: 4 - value.count))
        }
        return Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(texts.count, 2)
            + entries
            + number(0, 4) + data
    }

    /// The JPEG with a segment inserted after its first marker.
    func withSegment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        self[..<2] + [0xFF, marker] + .bigEndian(content.count + 2, length: 2) + content + self[2...]
    }

    /// The JPEG with an Exif orientation.
    func withOrientation(_ orientation: Int, isLittleEndian: Bool = false) -> [UInt8] {
        withSegment(0xE1, "Exif\0\0".utf8 + .exif(orientation: orientation, isLittleEndian: isLittleEndian))
    }

    /// An ISO 14496-12 box.
    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        bigEndian(content.count + 8, length: 4) + type.utf8 + content
    }

    /// A JPEG that consists of headers only.
    static func jpegHeader(width: Int, height: Int, frames: Int = 1, scans: Int = 1, marker: UInt8 = 0xC0) -> [UInt8] {
        let size = bigEndian(height, length: 2) + bigEndian(width, length: 2)
        let frame: [UInt8] = [0xFF, marker, 0, 11, 8] + size + [1, 1, 0x11, 0]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x55, 0xFF, 0x00, 0xFF, 0xD0, 0x55]
        return [0xFF, 0xD8] + (0..<frames).flatMap { _ in frame } + (0..<scans).flatMap { _ in scan } + [0xFF, 0xD9]
    }

    /// The signature and `IHDR` of a PNG.
    static func pngHeader(width: Int, height: Int) -> [UInt8] {
        let size = bigEndian(width, length: 4) + bigEndian(height, length: 4)
        return Fixture.png.bytes[..<16] + size + [8, 6, 0, 0, 0, 0, 0, 0, 0]
    }

    /// The boxes of an AVIF that contain its size and orientation.
    static func avifHeader(properties: [UInt8]) -> [UInt8] {
        let container = box("iprp", box("ipco", properties))
        return box("ftyp", Array("mif1\0\0\0\0avif".utf8)) + box("meta", [0, 0, 0, 0] + container)
    }

    static func ispe(width: Int, height: Int) -> [UInt8] {
        box("ispe", [0, 0, 0, 0] + bigEndian(width, length: 4) + bigEndian(height, length: 4))
    }
}
