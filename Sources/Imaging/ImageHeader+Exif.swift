extension ImageHeader {
    /// The orientation (tag 0x0112 of the first directory) in an Exif block, which is a TIFF file. 1 if there is none,
    /// or none that makes sense.
    static func exifOrientation(_ tiff: ByteView) -> Int {
        let isLittleEndian = tiff.starts(with: "II")
        guard isLittleEndian || tiff.starts(with: "MM") else { return 1 }
        func number(at offset: Int, length: Int) -> Int? {
            isLittleEndian
                ? tiff.littleEndian(at: offset, length: length) : tiff.bigEndian(at: offset, length: length)
        }
        guard let directory = number(at: 4, length: 4), let count = number(at: directory, length: 2) else { return 1 }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let tag = number(at: entry, length: 2) else { return 1 }
            if tag == 0x0112 {
                let value = number(at: entry + 8, length: 2) ?? 1
                return (1...8).contains(value) ? value : 1
            }
        }
        return 1
    }
}
