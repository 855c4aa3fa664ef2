extension ImageHeader {
    /// Whether the file begins with an `ftyp` box (ISO 14496-12) that names AVIF as its major or a
    /// compatible brand.
    static func isAVIF(_ file: ByteView) -> Bool {
        guard file.starts(with: "ftyp", at: 4), let size = file.bigEndian(at: 0, length: 4), size <= 1024 else {
            return false
        }
        return stride(from: 8, to: size - 3, by: 4).contains { offset in
            offset != 12 && (file.starts(with: "avif", at: offset) || file.starts(with: "avis", at: offset))
        }
    }

    /// Reads the largest size (`ispe`) among the item properties, which belongs to the whole picture even
    /// if tiles and
    /// thumbnails have their own, and the orientation from `irot` and `imir`. AVIF readers ignore Exif.
    static func avif(_ file: ByteView) throws(ImagingError) -> ImageHeader {
        guard let properties = avifProperties(file) else { throw .truncatedHeader }
        var header = ImageHeader(format: .avif, width: 0, height: 0)
        var angle: UInt8 = 0
        var axis: UInt8?
        for property in properties {
            if property.is("ispe") {
                guard let width = property.body.bigEndian(at: 4, length: 4),
                    let height = property.body.bigEndian(at: 8, length: 4)
                else { throw .truncatedHeader }
                guard UInt64(width) * UInt64(height) > UInt64(header.width) * UInt64(header.height) else { continue }
                (header.width, header.height) = (width, height)
            } else if property.is("irot") {
                angle = (property.body[0] ?? 0) & 3
            } else if property.is("imir") {
                axis = (property.body[0] ?? 0) & 1
            }
        }
        header.orientation = avifOrientation(angle: angle, axis: axis)
        return header
    }

    /// The item properties of the pictures in the file.
    static func avifProperties(_ file: ByteView) -> [Box]? {
        guard let meta = boxes(in: file).first(where: { $0.is("meta") }),
            let properties = boxes(in: meta.body.view(from: 4)).first(where: { $0.is("iprp") }),
            let container = boxes(in: properties.body).first(where: { $0.is("ipco") })
        else { return nil }
        return Array(boxes(in: container.body))
    }

    /// The Exif orientation equivalent to a rotation by `angle` quarter turns anticlockwise and then, if
    /// there is an axis, a flip of top and bottom (0) or left and right (1).
    private static func avifOrientation(angle: UInt8, axis: UInt8?) -> Int {
        let turned = [1, 8, 3, 6]
        let exchanged = [[4, 5, 2, 7], [2, 7, 4, 5]]
        return axis.map { exchanged[Int($0)][Int(angle)] } ?? turned[Int(angle)]
    }

    /// The end of the last complete box.
    static func endOfBoxes(in file: ByteView) -> Int { boxes(in: file).reduce(0) { max($0, $1.end) } }

    struct Box {
        var type: ByteView
        var body: ByteView
        /// Its end within the enclosing view.
        var end: Int

        func `is`(_ name: StaticString) -> Bool { type.starts(with: name) }
    }

    /// The consecutive boxes in `view`, up to the first incomplete one.
    private static func boxes(in view: ByteView) -> some Sequence<Box> {
        sequence(state: 0) { (offset: inout Int) -> Box? in
            guard let type = view.view(at: offset + 4, length: 4), var size = view.bigEndian(at: offset, length: 4)
            else { return nil }
            var start = 8
            if size == 0 {
                size = view.count - offset
            } else if size == 1 {
                // A size of 8 bytes follows; its highest byte is zero in any real file.
                guard view[offset + 8] == 0, let large = view.bigEndian(at: offset + 9, length: 7) else { return nil }
                (start, size) = (16, large)
            }
            guard let body = view.view(at: offset + start, length: size - start) else { return nil }
            offset += size
            return Box(type: type, body: body, end: offset)
        }
    }
}
