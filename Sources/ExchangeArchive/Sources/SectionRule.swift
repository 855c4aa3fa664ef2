import Archive
import Foundation
import News
import PostgreSQL

/// Entries with one of these words go into this section.
package struct SectionRule: Codable, Sendable, Hashable {
    /// Words and phrases, as in `EntryWords`.
    package var words: [String]
    /// A slug, or until it is stored also a name.
    package var section: String

    /// The most rules of a source.
    package static let limit = 30

    /// A rule.
    package init(words: [String], section: String) { (self.words, self.section) = (words, section) }
}

extension SourceDraft {
    /// The section of an entry with these texts: that of the first rule with one of their words, else the source's
    /// own.
    package func section(of texts: [String]) -> String {
        guard !sectionRules.isEmpty else { return section }
        let text = EntryWords.folded(texts: texts)
        return sectionRules.first { $0.words.contains { EntryWords.contains(text, $0) } }?.section ?? section
    }

    /// The faults of the rules, but for their sections.
    var sectionFaults: [ArticleDraft.Fault] {
        let isGood =
            sectionRules.count <= SectionRule.limit
            && sectionRules.allSatisfy { !$0.words.isEmpty && EntryWords.areGood($0.words) }
        return isGood
            ? []
            : [
                .init(
                    field: "sectionRules",
                    detail:
                        "can be at most \(SectionRule.limit) rules, each with a section and with words as in includeWords"
                )
            ]
    }
}

extension Sources {
    /// The rules of a source `s` as JSON, with the slugs of their sections.
    static let rulesColumn: SQL = """
        (select coalesce(jsonb_agg(jsonb_build_object('words', r.words, 'section', x.slug) order by r.position), '[]')
            from source_sections r join sections x on x.id = r.section_id where r.source_id = s.id)
        """

    static func rules(json: String) throws -> [SectionRule] {
        try JSONDecoder().decode([SectionRule].self, from: Data(json.utf8))
    }

    /// The numbers of the sections of rules, each named by its slug or its name; nil for one that there is not.
    func sections(of rules: [SectionRule]) throws -> [Int?] {
        guard !rules.isEmpty else { return [] }
        let all = try holdings.sections.list()
        return rules.map { rule in
            let name = rule.section.lowercased()
            return (all.first { $0.slug == rule.section } ?? all.first { $0.name.lowercased() == name })?.id
        }
    }

    /// Replaces the rules of a source.
    func setRules(_ rules: [SectionRule], of source: Int) throws {
        try query("delete from source_sections where source_id = \(source)")
        for (place, pair) in zip(rules, try sections(of: rules)).enumerated() {
            guard let section = pair.1 else { throw ArchiveError.faults([.noSuchSection]) }
            try query(
                """
                insert into source_sections (source_id, position, words, section_id)
                values (\(source), \(place + 1)::smallint, \(pair.0.words)::text[], \(section))
                """)
        }
    }
}

extension ArticleDraft.Fault {
    /// A rule names a section that there is not.
    static let noSuchSection = Self(
        field: "sectionRules", detail: "name a section that does not exist: give its slug or its name")
}
