import FeedReading
import Syndication
import XML

/// libFuzzer calls this with each input: a feed, parsed in pieces as if from the network. The first byte is their size.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFeed(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = UnsafeBufferPointer(start: start, count: count)
    guard let first = input.first else { return 0 }
    let types = [
        nil, "application/rss+xml", "application/json", "text/xml; charset=iso-8859-1", "text/xml; charset=utf-16",
    ]
    let bytes = Array(input.dropFirst())
    guard let parser = try? FeedParser(url: "https://paper.example/feed", contentType: types[Int(first) % types.count])
    else { return 0 }
    let piece = [bytes.count + 1, 1, 7, 512][Int(first) / 8 % 4]
    do {
        var rest = bytes[...]
        while !rest.isEmpty {
            try parser.take(Array(rest.prefix(piece)))
            rest = rest.dropFirst(piece)
        }
        let feed = try parser.finish(mayBeTruncated: first >= 128)
        for item in feed.items.prefix(5) { _ = HTMLSanitizer.sanitize(item.content + item.summary) }
    } catch {}
    return 0
}
