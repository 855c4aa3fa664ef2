extension DeliveryPlan {
    /// The plan in one word, for addresses: `p1-i6-tsummary-moff-b4-cnight-n60`. The version comes
    /// first, then parts of one letter and a value each; parts with the usual value are left out:
    ///
    /// | part | what |
    /// |---|---|
    /// | `i` | items, `iall` for the whole edition |
    /// | `t` | text format |
    /// | `m` | pictures: `off thumbnails full` |
    /// | `w` `q` | width and quality class of the best picture |
    /// | `h` `k` `s` | width, quality class and shape of the best thumbnail |
    /// | `f` | formats besides JPEG and PNG: `w` WebP, `a` AVIF, `g` animated GIF |
    /// | `b` | budget in kB |
    /// | `c` `z` `y` | palette, text size in percent, columns |
    /// | `o` | `otexts`: texts go before pictures |
    /// | `a` | `aoff`: no sound is offered |
    /// | `n` | minutes after which it is worth asking again |
    package var name: String {
        var parts = ["p1", "i" + (items.map(String.init) ?? "all"), "t" + text.rawValue, "m" + pictures.rawValue]
        if pictures == .full { parts += ["w\(detail.width)", "q\(detail.quality)"] }
        if pictures != .off {
            parts += ["h\(thumbnail.width)", "k\(thumbnail.quality)", "s" + thumbnail.shape.rawValue]
        }
        if !formats.isEmpty { parts.append("f" + formats.letters) }
        parts.append("b\(budget / 1000)")
        if palette != .auto { parts.append("c" + palette.rawValue) }
        if textSize != 100 { parts.append("z\(textSize)") }
        if columns != 1 { parts.append("y\(columns)") }
        if textsFirst { parts.append("otexts") }
        if !offersAudio { parts.append("aoff") }
        if pause != 15 { parts.append("n\(pause)") }
        return parts.joined(separator: "-")
    }

    /// The name today of a plan that was named before reasons were left out of names; nil for any other.
    package static func renamed(_ name: String) -> String? {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        let rest = parts.dropLast().joined(separator: "-")
        return parts.last?.first == "r" && DeliveryPlan(name: rest) != nil ? rest : nil
    }

    /// Reads what `name` writes; nil for anything else.
    package init?(name: String) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.first == "p1", parts.count <= 20 else { return nil }
        var values: [Character: String] = [:]
        for part in parts.dropFirst() {
            guard let letter = part.first else { return nil }
            values[letter] = String(part.dropFirst())
        }
        func number(_ letter: Character) -> Int? { values[letter].flatMap { Int(digits: $0) } }
        func spec(_ width: Character, _ quality: Character, _ shape: PictureShape?) -> PictureSpec? {
            guard let width = number(width), let quality = number(quality), let shape else { return nil }
            return PictureSpec(width: width, quality: quality, shape: shape)
        }
        guard let text = TextFormat(rawValue: values["t"] ?? ""),
            let pictures = PictureUse(rawValue: values["m"] ?? ""), let kilobytes = number("b"), kilobytes <= 10_000,
            let palette = Palette(rawValue: values["c"] ?? Palette.auto.rawValue)
        else { return nil }
        self.init(
            items: number("i"), text: text, pictures: pictures,
            thumbnail: spec("h", "k", values["s"].flatMap(PictureShape.init)) ?? Self.leastThumbnail,
            detail: spec("w", "q", .whole) ?? Self.leastDetail,
            formats: PictureFormats(letters: values["f"] ?? ""), budget: kilobytes * 1000, palette: palette,
            textSize: number("z") ?? 100, columns: number("y") ?? 1, offersAudio: values["a"] == nil,
            textsFirst: values["o"] != nil, pause: number("n") ?? 15)
        guard isWithinBounds, self.name == name else { return nil }
    }
}

extension PictureFormats {
    private static let letters: [(PictureFormats, Character)] = [(.webp, "w"), (.avif, "a"), (.animation, "g")]

    /// Their form in the name of a plan.
    var letters: String { String(Self.letters.filter { contains($0.0) }.map(\.1)) }

    /// Reads what `letters` writes; ignores other letters.
    init(letters: String) {
        self = []
        for (format, letter) in Self.letters where letters.contains(letter) { insert(format) }
    }
}
