import FeedReading
import Foundation
import XML

/// Parses and sanitises the feeds named on the command line, for `benchmarks/parsing`: `fields` prints
/// the fields found; a number of rounds prints the CPU seconds of each.

/// The fields of an item that are compared, after sanitising.
struct Fields: Encodable {
    var id: String
    var link: String
    var title: String
    var published: Int?
    var updated: Int?
    var authors: [String]
    var summary: String
    var content: String
}

struct Document: Encodable {
    var title = ""
    var error = ""
    var remarks: [String] = []
    var items: [Fields] = []
}

func work(_ bytes: [UInt8]) throws -> (Feed, [Fields]) {
    let feed = try Feed(bytes)
    let items = feed.items.map { item in
        Fields(
            id: item.guid, link: item.link, title: HTMLSanitizer.sanitize(item.title).plainText,
            published: item.published.map { Int($0.timeIntervalSince1970) },
            updated: item.updated.map { Int($0.timeIntervalSince1970) }, authors: item.authors,
            summary: HTMLSanitizer.sanitize(item.summary, baseURL: item.base).html,
            content: HTMLSanitizer.sanitize(item.content, baseURL: item.base).html)
    }
    return (feed, items)
}

func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

let arguments = CommandLine.arguments.dropFirst()
guard let mode = arguments.first, arguments.count > 1 else {
    print("parsing fields|ROUNDS FEED…")
    exit(2)
}
let files = arguments.dropFirst()
let feeds = try files.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
if let rounds = Int(mode) {
    var items = 0
    for _ in 0..<rounds {
        let start = processorSeconds()
        for feed in feeds { items += (try? work(feed).1.count) ?? 0 }
        print(processorSeconds() - start)
    }
    if items < 0 { print(items) }
} else {
    var documents: [String: Document] = [:]
    for (file, bytes) in zip(files, feeds) {
        var document = Document()
        do {
            let (feed, items) = try work(bytes)
            (document.title, document.remarks, document.items) = (feed.title, feed.remarks, items)
        } catch { document.error = "\(error)" }
        documents[(file as NSString).lastPathComponent] = document
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    print(String(decoding: try encoder.encode(documents), as: UTF8.self))
}
