public import News
public import PostgreSQL

extension Connection {
    /// Stories with what pages show of their pictures.
    public func adding(sources pair: PicturePair?, to stories: [Story]) throws -> [Story] {
        guard let pair else { return stories }
        let sources = try pictureSources(Array(Set(stories.compactMap(\.picture?.hash))), pair)
        return stories.map { story in
            var story = story
            if let hash = story.picture?.hash { story.picture?.sources = sources[hash] }
            return story
        }
    }

    /// What pages show of pictures besides their thumbnail and detail, under their hashes.
    private func pictureSources(_ hashes: [String], _ pair: PicturePair) throws -> [String: PictureSources] {
        let (thumbnail, detail) = (pair.thumbnail, pair.detail)
        let rows = try query(
            """
            select r.width, r.quality, r.shape, r.crop, r.format, r.pixel_width, r.pixel_height, r.bytes,
                encode(p.hash, 'hex'), coalesce(p.focus_x, 50), coalesce(p.focus_y, 50),
                replace(encode(coalesce(p.placeholder, ''), 'base64'), chr(10), '')
            from unnest(\(hashes)::text[]) as wanted(hash)
            join pictures p on p.hash = decode(wanted.hash, 'hex')
            cross join lateral (
                select distinct on (r.shape, r.width) r.* from renditions r
                where r.picture = p.hash and r.format = any(\(pair.formats.subtracting(.animation).all.map(\.rawValue))::text[])
                    and (r.shape = \(thumbnail.shape.rawValue) and r.width <= \(thumbnail.width)::int
                            and (r.quality = \(thumbnail.quality)::int or r.format = 'png')
                        or r.shape = \(detail.shape.rawValue) and r.width <= \(detail.width)::int
                            and (r.quality = \(detail.quality)::int or r.format = 'png'))
                order by r.shape, r.width, r.bytes
            ) r order by r.width
            """)
        var sources: [String: PictureSources] = [:]
        _ = try rows.map { row in
            let hash: String = try row.get(8)
            let known =
                try sources[hash]
                ?? PictureSources(
                    focus: (try row.get(9), try row.get(10)), placeholder: try row.get(11), renditions: [])
            sources[hash] = known.adding(try rendition(row, from: 0))
        }
        return sources
    }
}
