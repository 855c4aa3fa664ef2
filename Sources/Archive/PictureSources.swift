public import News
public import PostgreSQL

extension Connection {
    /// Stories with what pages show of their pictures besides the two that a channel names.
    public func adding(sources pair: PicturePair?, to stories: [Story]) throws -> [Story] {
        guard let pair else { return stories }
        let hashes = Array(Set(stories.compactMap(\.picture?.hash)))
        let renditions = try renditions(of: hashes, pair)
        let sources = try query(
            """
            select encode(hash, 'hex'), coalesce(focus_x, 50), coalesce(focus_y, 50),
                replace(encode(coalesce(placeholder, ''), 'base64'), chr(10), '')
            from pictures where hash = any(array(select decode(h, 'hex') from unnest(\(hashes)::text[]) h))
            """
        ).map { row -> (String, PictureSources) in
            (
                try row.get(0),
                PictureSources(focusX: try row.get(1), focusY: try row.get(2), placeholder: try row.get(3))
            )
        }
        let known = Dictionary(sources, uniquingKeysWith: { first, _ in first })
        return stories.map { story in
            var story = story
            if let hash = story.picture?.hash {
                story.picture?.sources = known[hash]
                story.picture?.sources?.renditions = (renditions[hash] ?? []).filter { $0.name.format != .gif }
            }
            return story
        }
    }

    /// What pictures can be shown with, under their hashes, by ascending width: of each width and class up to a pair's the file with the
    /// fewest bytes, but for an animation, which says more. What is stored without loss has the highest class.
    func renditions(of hashes: [String], _ pair: PicturePair) throws -> [String: [Rendition]] {
        guard !hashes.isEmpty else { return [:] }
        let (thumbnail, detail) = (pair.thumbnail, pair.detail)
        let rows = try query(
            """
            select r.width, r.quality, r.shape, r.crop, r.format, r.pixel_width, r.pixel_height, r.bytes, wanted.hash
            from unnest(\(hashes)::text[]) as wanted(hash)
            cross join lateral (
                select distinct on (r.shape, r.width, r.quality) r.* from renditions r
                where r.picture = decode(wanted.hash, 'hex') and r.format = any(\(pair.formats.all.map(\.rawValue))::text[])
                    and (r.shape = \(thumbnail.shape.rawValue) and r.width <= \(thumbnail.width)::int
                            and (r.quality <= \(thumbnail.quality)::int or r.format in ('png', 'gif'))
                        or r.shape = \(detail.shape.rawValue) and r.width <= \(detail.width)::int
                            and (r.quality <= \(detail.quality)::int or r.format in ('png', 'gif')))
                order by r.shape, r.width, r.quality, r.format = 'gif' desc, r.bytes
            ) r order by r.width
            """)
        var renditions: [String: [Rendition]] = [:]
        _ = try rows.map { row in renditions[try row.get(8), default: []].append(try rendition(row, from: 0)) }
        return renditions
    }
}
