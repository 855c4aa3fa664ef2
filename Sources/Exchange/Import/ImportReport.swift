/// Why one thing was not taken, while others are.
struct ImportFault: Error {
    /// For people.
    var reason: String
}

extension Importer {
    /// What an import did.
    package struct Report: Sendable {
        /// Articles that are new.
        package var added = 0
        /// Pictures that came with them.
        package var pictures = 0
        /// Items whose guid was there already.
        package var known = 0
        /// Earlier revisions that came with articles.
        package var revisions = 0
        /// Old addresses that lead to the articles now.
        package var redirects = 0
        /// What is of no kind that a newspaper has, by its name: how many.
        package private(set) var notTaken: [String: Int] = [:]
        /// What was skipped or left out, each with its place: the first ones.
        package private(set) var problems: [String] = []
        /// How many there are in all.
        package private(set) var problemCount = 0

        /// How many problems are kept to be told.
        package static let problemLimit = 200

        mutating func tell(_ problem: String) {
            problemCount += 1
            if problems.count < Self.problemLimit { problems.append(problem) }
        }

        mutating func tellOfMissing(_ media: MediaFolder?) {
            if media == nil { tell("no folder of pictures was named (--media): the articles come without pictures") }
        }

        /// Counts what was not taken. No more names are kept than anybody would read.
        mutating func leave(_ kind: String, _ count: Int = 1) {
            guard count > 0 else { return }
            let name = notTaken[kind] == nil && notTaken.count >= 50 ? "others" : String(kind.prefix(40))
            notTaken[name, default: 0] += count
        }

        /// What is to be told, a line each: the problems, how many more there are, and what was not taken.
        package var lines: [String] {
            var lines = problems
            if problemCount > problems.count {
                lines.append("… and \(problemCount - problems.count) more of this kind")
            }
            return lines + notTaken.sorted { $0.key < $1.key }.map { "not taken: \($0.value) \($0.key)" }
        }

        /// Everything in one line.
        package var summary: String {
            "\(added) articles" + (revisions > 0 ? ", \(revisions) revisions" : "")
                + " and \(pictures) pictures added, \(known) known already"
                + (redirects > 0 ? ", \(redirects) old addresses kept" : "") + ", \(problemCount) problems."
        }
    }
}
