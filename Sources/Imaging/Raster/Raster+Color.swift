import CColor

// Conversion from a colour profile to sRGB, which is assumed where there is none.
extension Raster {
    /// Converts the picture from a profile to sRGB. A profile that is damaged, not RGB, or hardly different
    /// from sRGB changes
    /// nothing.
    func convert(from profile: [UInt8]) {
        guard let source = cmsOpenProfileFromMem(profile, UInt32(clamping: profile.count)) else { return }
        defer { cmsCloseProfile(source) }
        guard cmsGetColorSpace(source) == cmsSigRgbData, let target = cmsCreate_sRGBProfile() else { return }
        defer { cmsCloseProfile(target) }
        guard
            let transform = cmsCreateTransform(
                source, n4md_color_pixel, target, n4md_color_pixel, UInt32(INTENT_PERCEPTUAL), 0)
        else { return }
        defer { cmsDeleteTransform(transform) }
        guard Self.differs(transform) else { return }
        for y in 0..<height {
            let pixels = row(y)
            cmsDoTransform(transform, pixels.baseAddress, pixels.baseAddress, UInt32(pixels.count))
        }
    }

    /// Whether any colour changes visibly.
    private static func differs(_ transform: cmsHTRANSFORM) -> Bool {
        let levels: [Int32] = [0, 64, 128, 192, 255]
        let colors = levels.flatMap { red in
            levels.flatMap { green in levels.map { red << 16 | green << 8 | $0 } }
        }
        var converted = colors
        cmsDoTransform(transform, colors, &converted, UInt32(colors.count))
        return zip(colors, converted).contains { old, new in
            [16, 8, 0].contains { abs((old >> $0 & 255) - (new >> $0 & 255)) > 3 }
        }
    }
}
