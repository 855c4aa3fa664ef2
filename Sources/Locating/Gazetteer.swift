import Foundation
import NIOPosix
package import News

/// Places by their names: a file mapped into memory, either the few hundred places that come with the
/// program, or those of all the world that `deploy/places` makes from GeoNames data. Its lines are sorted
/// by the names as slugs (`Slug`), so that all that begin alike are found by bisection.
///
/// While it is open it must not be written to; a newer file is renamed into its place, and read from the
/// next start on.
package struct Gazetteer: Sendable {
    /// A place by one of its names.
    package struct Entry: Sendable, Hashable {
        /// The name that was searched for.
        package var name: String
        /// Its region, if the country has another place of that name; empty if it is not needed, or not known.
        package var region: String
        /// ISO 3166-1 alpha-2 in upper case.
        package var country: String
        /// Its middle.
        package var place: Place
        /// Its approximate number of inhabitants.
        package var inhabitants: Int
    }

    /// The attribution to show wherever places from the file are offered, as the licence demands; nil if there
    /// is none. It is the file's first line, after `# `.
    package let attribution: String?

    private let lines: Data
    /// The most places that are compared: more begin with two letters than anybody would look at.
    private static let most = 5000

    /// Opens a file. Throws `LocatingError.notOpened` if it cannot be read.
    package init(_ path: String) throws(LocatingError) {
        guard let lines = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else {
            throw .notOpened(path: path)
        }
        self.lines = lines
        let first = String(decoding: lines.prefix(200).prefix { $0 != Self.newline }, as: UTF8.self)
        attribution = first.hasPrefix("# ") ? String(first.dropFirst(2)) : nil
    }

    /// The places whose names begin with a text: exact matches first, of these the near ones, and the largest first. Text after a
    /// comma must begin the region or country: `Springfield, Ohio`, `Coimbra, PT`. May read from the disk.
    /// - Parameter places: where somebody is at home; see `Home`.
    package func places(_ text: String, near places: [Place] = [], limit: Int) -> [Entry] {
        let words = text.prefix(200).split(separator: ",", maxSplits: 1).map { String($0) }
        guard let key = words.first.flatMap(Slug.make), key.utf8.count > 1 else { return [] }
        let within = words.count > 1 ? Slug.make(words[1]) : nil
        var found: [(isExact: Bool, entry: Entry)] = []
        var line = firstLine(from: Array(key.utf8))
        for _ in 0..<Self.most {
            let end = self.end(of: line)
            let text = lines[line..<end]
            guard line < lines.endIndex, text.starts(with: key.utf8) else { break }
            if let (name, entry) = entry(text), within.map({ entry.lies(in: $0) }) ?? true {
                found.append((name == key, entry))
            }
            line = min(end + 1, lines.endIndex)
        }
        let home = Home(places)
        func rank(_ one: (isExact: Bool, entry: Entry)) -> (Int, Int, Int) {
            (one.isExact ? 1 : 0, home.has(one.entry.place) ? 1 : 0, one.entry.inhabitants)
        }
        return first(limit, of: found.map { (rank($0), $0.entry) }.sorted { $0.0 > $1.0 }.map(\.1))
    }

    /// The places whose names are like one that is unknown, the most similar first: they begin with the same two letters, and at most
    /// every third letter differs. May read from the disk.
    package func similar(to text: String, near places: [Place] = [], limit: Int) -> [Entry] {
        guard let key = text.prefix(200).split(separator: ",").first.flatMap({ Slug.make(String($0)) }),
            key.utf8.count > 3
        else { return [] }
        var found: [(Int, Entry)] = []
        var line = firstLine(from: Array(key.utf8.prefix(2)))
        for _ in 0..<Self.most {
            let end = self.end(of: line)
            let text = lines[line..<end]
            guard line < lines.endIndex, text.starts(with: key.utf8.prefix(2)) else { break }
            if let (name, entry) = entry(text), let slips = Slips.between(key, name, most: key.utf8.count / 3) {
                found.append((slips, entry))
            }
            line = min(end + 1, lines.endIndex)
        }
        let home = Home(places)
        func rank(_ one: (Int, Entry)) -> (Int, Int, Int) {
            (one.0, home.has(one.1.place) ? 0 : 1, -one.1.inhabitants)
        }
        return first(limit, of: found.map { (rank($0), $0.1) }.sorted { $0.0 < $1.0 }.map(\.1))
    }

    /// A place with two names that are alike counts once.
    private func first(_ limit: Int, of entries: [Entry]) -> [Entry] {
        var seen: Set<Place> = []
        return Array(entries.filter { seen.insert($0.place).inserted }.prefix(limit))
    }

    /// The same, on a thread that may wait for the disk.
    package func search(_ text: String, near places: [Place] = [], limit: Int) async throws -> [Entry] {
        try await NIOThreadPool.singleton.runIfActive { self.places(text, near: places, limit: limit) }
    }

    /// The same of similar names.
    package func searchSimilar(to text: String, near places: [Place], limit: Int) async throws -> [Entry] {
        try await NIOThreadPool.singleton.runIfActive { similar(to: text, near: places, limit: limit) }
    }

    /// The place that is nearest to another, within so many kilometres, on a thread that may wait for the disk. Reads the whole file.
    /// Of several names the shortest is taken: usually the one that is used there (Porto, not Oporto).
    package func nearest(to place: Place, within kilometres: Double) async throws -> Entry? {
        try await NIOThreadPool.singleton.runIfActive { scan(for: place, within: kilometres) }
    }

    func scan(for place: Place, within kilometres: Double) -> Entry? {
        var nearest: (distance: Double, length: Int, line: Range<Int>)?
        lines.withUnsafeBytes { bytes in
            var begin = 0
            while begin < bytes.count {
                let end = bytes[begin...].firstIndex(of: Self.newline) ?? bytes.count
                let fields = bytes[begin..<end].split(separator: Self.tab, omittingEmptySubsequences: false)
                if fields.count == 7, let latitude = Double(String(decoding: fields[4], as: UTF8.self)),
                    let longitude = Double(String(decoding: fields[5], as: UTF8.self))
                {
                    let distance = place.distance(latitude, longitude)
                    let length = fields[1].count
                    if distance <= kilometres,
                        (distance, length) < nearest.map({ ($0.distance, $0.length) }) ?? (.infinity, 0)
                    {
                        nearest = (distance, length, begin..<end)
                    }
                }
                begin = end + 1
            }
        }
        return nearest.flatMap { found in
            entry(lines[(lines.startIndex + found.line.lowerBound)..<(lines.startIndex + found.line.upperBound)])?.entry
        }
    }

    /// The beginning of the first line whose name does not precede a key.
    private func firstLine(from key: [UInt8]) -> Int {
        var (low, high) = (lines.startIndex, lines.endIndex)
        while low < high {
            let begin = begin(ofLineAt: low + (high - low) / 2)
            let end = end(of: begin)
            let name = lines[begin..<end].prefix { $0 != Self.tab }
            if name.lexicographicallyPrecedes(key) { low = min(end + 1, high) } else { high = begin }
        }
        return low
    }

    private static let tab = UInt8(ascii: "\t")
    private static let newline = UInt8(ascii: "\n")

    private func begin(ofLineAt index: Int) -> Int {
        lines[..<index].lastIndex(of: Self.newline).map { $0 + 1 } ?? lines.startIndex
    }

    private func end(of line: Int) -> Int { lines[line...].firstIndex(of: Self.newline) ?? lines.endIndex }

    /// The entry in a line, and the name it is under; nil if the line is damaged.
    private func entry(_ line: Data) -> (name: String, entry: Entry)? {
        let parts = line.split(separator: Self.tab, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard parts.count == 7, let latitude = Double(parts[4]), let longitude = Double(parts[5]),
            let place = Place(latitude: latitude, longitude: longitude), let inhabitants = Int(parts[6])
        else { return nil }
        return (
            parts[0],
            Entry(name: parts[1], region: parts[2], country: parts[3], place: place, inhabitants: inhabitants)
        )
    }
}

/// Where somebody is at home, from the places that they speak of.
private struct Home {
    let places: [Place]

    init(_ places: [Place]) { self.places = places }

    /// Whether a tenth of the places lie within 300 km, about as far as a small country goes: a few distant ones do not count.
    func has(_ place: Place) -> Bool {
        let near = places.filter { $0.distance(place.latitude, place.longitude) <= 300 }.count
        return near > 0 && near * 10 >= places.count
    }
}

extension Place {
    /// Kilometres to a point nearby, as if the earth were flat there.
    fileprivate func distance(_ latitude: Double, _ longitude: Double) -> Double {
        let east = abs(longitude - self.longitude)
        let width = min(east, 360 - east) * cos(self.latitude * .pi / 180)
        return (((latitude - self.latitude) * (latitude - self.latitude)) + width * width).squareRoot() * 111.2
    }
}

extension Gazetteer.Entry {
    /// The name of its country in a language (BCP 47); the code if there is none.
    package func countryName(in language: String) -> String {
        Locale(identifier: language).localizedString(forRegionCode: country) ?? country
    }

    /// Its full name in a language: `Springfield, Ohio, United States`.
    package func title(in language: String) -> String {
        [name, region, countryName(in: language)].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// Whether the region or country begins with a slug; the country by its code, or by its name in the
    /// languages of the interface.
    fileprivate func lies(in slug: String) -> Bool {
        if country.lowercased() == slug { return true }
        let names = [region] + ["en", "pt"].map { countryName(in: $0) } + ["\(region) \(countryName(in: "en"))"]
        return names.contains { Slug.make($0)?.hasPrefix(slug) == true }
    }
}
