/// Resolves WordPress shortcodes, `[name key="value"]…[/name]`: captions become figure captions, others
/// are removed but their content stays. Brackets in prose, `[sic]`, stay too.
struct Shortcodes {
    /// The shortcodes removed.
    private(set) var lost: Set<String> = []
    private let pieces: [MarkupPiece]
    private var output: [MarkupPiece] = []
    /// Names with an end tag.
    private let closed: Set<String>
    /// The number of caption end tags in the remaining pieces.
    private var captionsToCome: Int
    private var caption: Caption?
    private var plainDepth = 0

    private struct Caption {
        /// The text in the old form, where it is an attribute.
        var text: [UInt8]
        var hasPicture = false
        var hasBegun = false
        var isInLink = false
    }

    init(_ pieces: [MarkupPiece]) {
        self.pieces = pieces
        var closed: [String: Int] = [:]
        for piece in pieces where piece.kind == .text {
            var rest = piece.bytes
            while let open = rest.firstIndex(of: UInt8(ascii: "[")) {
                rest = rest[(open + 1)...]
                guard rest.first == UInt8(ascii: "/") else { continue }
                closed[Self.name(rest.dropFirst()), default: 0] += 1
            }
        }
        self.closed = Set(closed.keys)
        captionsToCome = (closed["caption"] ?? 0) + (closed["wp_caption"] ?? 0)
    }

    /// The pieces without shortcodes.
    mutating func resolved() -> [MarkupPiece] {
        for piece in pieces {
            switch piece.kind {
            case .start(let name) where MarkupPiece.plain.contains(name): plainDepth += 1
            case .end(let name) where MarkupPiece.plain.contains(name): plainDepth = max(0, plainDepth - 1)
            default: break
            }
            if piece.kind == .text, plainDepth == 0 {
                text(piece.bytes)
            } else {
                beginCaption(before: piece)
                output.append(piece)
                noteInCaption(piece)
            }
        }
        return output
    }

    private mutating func text(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        while let open = rest.firstIndex(of: UInt8(ascii: "[")) {
            guard let close = rest[open...].prefix(Self.limit).firstIndex(of: UInt8(ascii: "]")) else { break }
            let inner = rest[(open + 1)..<close]
            // `[[name]]` is an escaped shortcode.
            if inner.first == UInt8(ascii: "["), close + 1 < rest.endIndex, rest[close + 1] == UInt8(ascii: "]") {
                plain(rest[..<open])
                plain(inner)
                plain([UInt8(ascii: "]")])
                rest = rest[(close + 2)...]
            } else if let word = shortcode(inner) {
                plain(rest[..<open])
                replace(word, isEnd: inner.first == UInt8(ascii: "/"), inner)
                rest = rest[(close + 1)...]
            } else {
                plain(rest[...open])
                rest = rest[(open + 1)...]
            }
        }
        plain(rest)
    }

    /// The maximum length of a shortcode, in bytes.
    private static let limit = 4096
    private static let known: Set<String> = [
        "audio", "caption", "embed", "gallery", "playlist", "video", "wp_caption", "contact-form-7", "youtube", "vimeo",
    ]

    /// The name of a shortcode; nil for brackets in prose.
    private func shortcode(_ inner: ArraySlice<UInt8>) -> String? {
        let isEnd = inner.first == UInt8(ascii: "/")
        let name = Self.name(inner.dropFirst(isEnd ? 1 : 0))
        guard name.utf8.contains(where: { $0 > 0x40 }) else { return nil }
        let rest = inner.dropFirst(name.utf8.count + (isEnd ? 1 : 0))
        guard rest.isEmpty || rest.first == 0x20 || rest.first == UInt8(ascii: "/") else { return nil }
        return Self.known.contains(name) || isEnd || closed.contains(name) || rest.contains(UInt8(ascii: "="))
            ? name : nil
    }

    private static func name(_ bytes: ArraySlice<UInt8>) -> String {
        let name = bytes.prefix(60).prefix {
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
        }
        return String(decoding: name, as: UTF8.self).lowercased()
    }

    private mutating func replace(_ name: String, isEnd: Bool, _ inner: ArraySlice<UInt8>) {
        switch name {
        case "caption", "wp_caption":
            if isEnd {
                captionsToCome -= 1
                endCaption()
            } else if captionsToCome > 0, caption == nil {
                caption = Caption(text: Self.attribute("caption", in: inner))
                output.append(MarkupPiece(kind: .start("figure"), bytes: Array("<figure>".utf8)[...]))
            }
        case "embed": break  // the address it encloses stays
        default: if !isEnd { lost.insert("the shortcode [\(name)]") }
        }
    }

    private mutating func plain(_ bytes: ArraySlice<UInt8>) {
        guard !bytes.isEmpty else { return }
        let piece = MarkupPiece(kind: .text, bytes: bytes)
        beginCaption(before: piece)
        output.append(piece)
    }

    /// Begins the caption text, after the picture and any link around it.
    private mutating func beginCaption(before piece: MarkupPiece) {
        guard let caption, caption.hasPicture, !caption.hasBegun, !caption.isInLink else { return }
        self.caption?.hasBegun = true
        output.append(MarkupPiece(kind: .start("figcaption"), bytes: Array("<figcaption>".utf8)[...]))
    }

    private mutating func noteInCaption(_ piece: MarkupPiece) {
        guard caption != nil else { return }
        switch piece.kind {
        case .start("img"): caption?.hasPicture = true
        case .start("a"): caption?.isInLink = true
        case .end("a"): caption?.isInLink = false
        default: break
        }
    }

    private mutating func endCaption() {
        guard let caption else { return }
        self.caption = nil
        var end = caption.hasBegun ? "</figcaption></figure>" : "</figure>"
        if !caption.hasBegun, !caption.text.isEmpty {
            end = "<figcaption>" + String(decoding: caption.text, as: UTF8.self) + "</figcaption></figure>"
        }
        output.append(MarkupPiece(kind: .end("figure"), bytes: Array(end.utf8)[...]))
    }

    /// The value of `name="…"`.
    private static func attribute(_ name: String, in inner: ArraySlice<UInt8>) -> [UInt8] {
        let text = String(decoding: inner, as: UTF8.self)
        guard let start = text.firstRange(of: " \(name)=\"") else { return [] }
        return Array(text[start.upperBound...].prefix { $0 != "\"" }.utf8)
    }
}
