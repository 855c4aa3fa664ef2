/// The renditions from which a packer chooses.
enum RenditionChain {
    /// From the lightest to the best: each looks better than the previous one, and gains less for its bytes
    /// (the upper convex hull of looks over bytes).
    /// - Parameters:
    ///   - renditions: of one picture, of any size and class.
    ///   - wish: the best that a plan allows. Lossless files have the highest class, and are always allowed.
    static func make(_ renditions: [Rendition], for wish: PictureSpec) -> [Rendition] {
        let candidates = renditions.filter {
            $0.spec.shape == wish.shape && $0.spec.width <= wish.width && $0.bytes > 0
                && ($0.spec.quality <= wish.quality || [.png, .gif].contains($0.name.format))
        }
        // A picture that is much too narrow says little beside a thumbnail, but is better than nothing.
        let least = wish.shape == .whole ? min(wish.width, max(240, wish.width / 6)) : 0
        let wide = candidates.filter { $0.spec.width >= least }
        var hull: [Rendition] = []
        let ascending = (wide.isEmpty ? candidates : wide).sorted { first, second in
            if first.bytes != second.bytes { return first.bytes < second.bytes }
            let (better, worse) = (value(first, wish), value(second, wish))
            // The name decides between equals, since renditions come in no particular order.
            return better != worse ? better > worse : first.name.text < second.name.text
        }
        for next in ascending where value(next, wish) > hull.last.map({ value($0, wish) }) ?? 0 {
            while let last = hull.last {
                let before = hull.dropLast().last
                let (bytes, worth) = (before?.bytes ?? 0, before.map { value($0, wish) } ?? 0)
                // Compares the slopes to the last and to the next without dividing.
                let toLast = (value(last, wish) - worth) * (next.bytes - bytes)
                let toNext = (value(next, wish) - worth) * (last.bytes - bytes)
                guard toLast <= toNext else { break }
                hull.removeLast()
            }
            hull.append(next)
        }
        return hull
    }

    /// The looks of a rendition beside the one wished for, in thousandths: more pixels gain less and less, the
    /// quality classes are those that `Rendition` promises, and an animation says more than a still. Nothing looks better than the
    /// class wished for: in a thumbnail nobody sees that it is lossless, at four times the bytes.
    static func value(_ rendition: Rendition, _ wish: PictureSpec) -> Int {
        let share = min(1, Double(rendition.width) / Double(wish.width))
        let quality =
            switch min(rendition.spec.quality, wish.quality) {
            case ..<60: 0.75
            case ..<90: 0.92
            default: 1.0
            }
        return Int(1000 * share.squareRoot() * quality) + (rendition.name.format == .gif ? 500 : 0)
    }
}
