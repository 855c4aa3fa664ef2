package import News
import PostgreSQL

extension Pictures {
    /// Adds to stories the files of their pictures that pages show in addition to the two that a channel
    /// names.
    package func adding(sources pair: PicturePair, to stories: [Story]) throws -> [Story] {
        let hashes = Array(Set(stories.compactMap(\.picture?.hash)))
        guard !hashes.isEmpty else { return stories }
        let rows = try query(
            """
            select encode(hash, 'hex') as hex, coalesce(focus_x, 50) as focus_x, coalesce(focus_y, 50) as focus_y,
                replace(encode(coalesce(placeholder, ''), 'base64'), chr(10), '') as placeholder
            from pictures where hash = any(array(select decode(h, 'hex') from unnest(\(hashes)::text[]) h))
            """)
        var sources: [String: PictureSources] = [:]
        _ = try rows.map { row in
            sources[try row.get("hex")] = PictureSources(
                focusX: try row.get("focus_x"), focusY: try row.get("focus_y"), placeholder: try row.get("placeholder"))
        }
        let known = try renditions(of: hashes, pair)
        return stories.map { story in
            var story = story
            if let hash = story.picture?.hash {
                story.picture?.sources = sources[hash]
                story.picture?.sources?.offer(known[hash] ?? [])
            }
            return story
        }
    }

    /// The renditions of pictures up to those of a pair, by hash, in no particular order. Lossless files have
    /// the highest class, and are always allowed.
    package func renditions(of hashes: [String], _ pair: PicturePair) throws -> [String: [Rendition]] {
        guard !hashes.isEmpty else { return [:] }
        let (thumbnail, detail) = (pair.thumbnail, pair.detail)
        let rows = try query(
            """
            select r.width, r.quality, r.shape, r.crop, r.format, r.pixel_width, r.pixel_height, r.bytes,
                encode(r.picture, 'hex') as picture
            from renditions r
            where r.picture = any(array(select decode(h, 'hex') from unnest(\(hashes)::text[]) h))
                and r.format = any(\(pair.formats.all.map(\.rawValue))::text[])
                and (r.shape = \(thumbnail.shape.rawValue) and r.width <= \(thumbnail.width)::int
                        and (r.quality <= \(thumbnail.quality)::int or r.format in ('png', 'gif'))
                    or r.shape = \(detail.shape.rawValue) and r.width <= \(detail.width)::int
                        and (r.quality <= \(detail.quality)::int or r.format in ('png', 'gif')))
            """)
        var renditions: [String: [Rendition]] = [:]
        _ = try rows.map { row in renditions[try row.get("picture"), default: []].append(try rendition(row)) }
        return renditions
    }
}
