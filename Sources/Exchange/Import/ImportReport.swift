extension Importer {
    /// The result of an import.
    package struct Report: Sendable {
        /// The number of new articles.
        package var added = 0
        /// The number of their pictures.
        package var pictures = 0
        /// The number of items whose GUID was already known.
        package var known = 0
        /// The number of earlier revisions imported with articles.
        package var revisions = 0
        /// The number of old addresses that now redirect to the articles.
        package var redirects = 0
        /// The numbers of items of kinds that a newspaper does not have, by kind.
        package private(set) var notTaken: [String: Int] = [:]
        /// The first problems: what was skipped or left out, with its place.
        package private(set) var problems: [String] = []
        /// The total number of problems.
        package private(set) var problemCount = 0

        /// The maximum number of problems kept.
        package static let problemLimit = 200

        mutating func tell(_ problem: String) {
            problemCount += 1
            if problems.count < Self.problemLimit { problems.append(problem) }
        }

        mutating func tellOfMissing(_ media: MediaFolder?) {
            if media == nil {
                tell("no folder of pictures was given (--media): the articles are imported without pictures")
            }
        }

        /// Counts items not imported, by kind. No more kinds are kept than anybody would read.
        mutating func leave(_ kind: String, _ count: Int = 1) {
            guard count > 0 else { return }
            let name = notTaken[kind] == nil && notTaken.count >= 50 ? "others" : String(kind.prefix(40))
            notTaken[name, default: 0] += count
        }

        /// The report in lines: the problems, the number of further ones, and the items not imported.
        package var lines: [String] {
            var lines = problems
            if problemCount > problems.count {
                lines.append("… and \(problemCount - problems.count) more of this kind")
            }
            return lines + notTaken.sorted { $0.key < $1.key }.map { "not taken: \($0.value) \($0.key)" }
        }

        /// A one-line summary.
        package var summary: String {
            "\(added) articles" + (revisions > 0 ? ", \(revisions) revisions" : "")
                + " and \(pictures) pictures added, \(known) already known"
                + (redirects > 0 ? ", \(redirects) old addresses kept" : "") + ", \(problemCount) problems."
        }
    }
}
