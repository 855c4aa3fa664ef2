package import Archive
import Foundation
package import News

/// A section as the API and the newsroom's form submit it, with the rules for both.
package struct SectionInput: Decodable, Sendable {
    package var slug: String?
    package var name: String?
    /// The area that all of its news concerns.
    package var place: ArticleInput.Place?
    /// The position among all sections, counted from 1; nil keeps the current one, or means the end.
    var position: Int?
    /// The most new stories within a day that readers' devices are told of by themselves, 0 to 10; nil keeps the current number, or
    /// means none.
    package var pushLimit: Int?

    package init(slug: String? = nil, name: String? = nil, place: ArticleInput.Place? = nil, position: Int? = nil) {
        self.slug = slug
        self.name = name
        self.place = place
        self.position = position
    }

    private var area: Area? { place.flatMap { Area($0) } }

    /// The name, and the slug, which is made from the name if none is given. Throws every fault found.
    private func checked() throws -> (slug: String, name: String) {
        let name = (name ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        let slug = slug ?? Slug.make(name) ?? ""
        var faults: [ArticleDraft.Fault] = []
        if !(1...100).contains(name.unicodeScalars.count) {
            faults.append(.init(field: "name", detail: "must have 1 to 100 characters"))
        }
        if slug == Section.local {
            faults.append(.init(field: "slug", detail: "is reserved for news near the reader: choose another"))
        }
        if place != nil, area == nil { faults.append(ArticleInput.Place.fault) }
        // An address made from an empty name is no fault of its own.
        if !Slug.isValid(slug), self.slug != nil || faults.isEmpty {
            faults.append(
                .init(field: "slug", detail: "may hold at most 100 lower-case letters, digits and single hyphens"))
        }
        if let position, position < 1 {
            faults.append(.init(field: "position", detail: "must be 1 or more, counted from the first"))
        }
        if let pushLimit, !SectionRow.pushLimits.contains(pushLimit) {
            faults.append(.init(field: "pushLimit", detail: "must be 0 to \(SectionRow.pushLimits.upperBound)"))
        }
        guard faults.isEmpty else { throw ArchiveError.faults(faults) }
        return (slug, name)
    }

    /// Creates the section, at its position or at the end. Throws `ArchiveError.faults`, and
    /// `uniqueViolation` if the slug is taken.
    package func insert(_ holdings: Holdings, by editor: Editor) throws -> SectionRow {
        let (slug, name) = try checked()
        let id = try holdings.sections.insert(slug: slug, name: name, area: area, pushLimit: pushLimit ?? 0)
        try Self.checkIsFree(name, besides: slug, holdings)
        if let position { try holdings.sections.place(id, at: position) }
        try holdings.publish("section.create", "section/\(slug)", by: editor, detail: ["name": name], articles: [])
        return try Self.row(slug, holdings)
    }

    /// Changes the section's name, area and position.
    /// - Parameter revision: the revision it must have. Throws `ArchiveError.outdated` if somebody else was
    ///   faster, `faults` and `notFound`.
    package func replace(_ old: String, revision: Int, _ holdings: Holdings, by editor: Editor) throws -> SectionRow {
        guard let present = try holdings.sections.find(slug: old) else { throw ArchiveError.notFound }
        guard slug == nil || slug == old else {
            throw ArchiveError.faults([.init(field: "slug", detail: "cannot be changed, since addresses contain it")])
        }
        var input = self
        input.slug = old
        let name = try input.checked().name
        if name != present.section.name { try Self.checkIsFree(name, besides: old, holdings) }
        guard
            try holdings.sections.update(
                present.section.id, revision: revision, name: name, area: area, pushLimit: pushLimit)
                != nil
        else { throw ArchiveError.outdated(current: present.revision) }
        if let position { try holdings.sections.place(present.section.id, at: position) }
        let row = try Self.row(old, holdings)
        let changes = AuditDetail.changes(from: present.values, to: row.values)
        try holdings.publish(
            "section.update", "section/\(old)", by: editor, detail: ["name": name].merging(changes) { $1 })
        return row
    }

    /// Removes an empty section. Throws the same errors as `replace`, and `foreignKeyViolation` if it has
    /// articles.
    package static func delete(_ slug: String, revision: Int, _ holdings: Holdings, by editor: Editor) throws {
        guard let present = try holdings.sections.find(slug: slug) else { throw ArchiveError.notFound }
        guard try holdings.sections.delete(present.section.id, revision: revision) else {
            throw ArchiveError.outdated(current: present.revision)
        }
        try holdings.publish(
            "section.delete", "section/\(slug)", by: editor, detail: ["name": present.section.name], articles: [])
    }

    /// Moves a section among the others by a number of places.
    package static func move(_ slug: String, by step: Int, _ holdings: Holdings, by editor: Editor) throws {
        guard let present = try holdings.sections.find(slug: slug) else { throw ArchiveError.notFound }
        try holdings.sections.place(present.section.id, at: max(1, present.position + step))
        try holdings.publish("section.update", "section/\(slug)", by: editor)
    }

    /// The fault of a name by which readers would know two sections.
    package static let nameIsTaken = ArticleDraft.Fault(field: "name", detail: "is that of another section")

    private static func checkIsFree(_ name: String, besides slug: String, _ holdings: Holdings) throws {
        let others = try holdings.sections.list().filter { $0.slug != slug }
        guard !others.contains(where: { $0.name.lowercased() == name.lowercased() }) else {
            throw ArchiveError.faults([nameIsTaken])
        }
    }

    private static func row(_ slug: String, _ holdings: Holdings) throws -> SectionRow {
        guard let row = try holdings.sections.find(slug: slug) else { throw ArchiveError.notFound }
        return row
    }
}

extension SectionRow {
    /// The values that editors can change, for the audit trail.
    fileprivate var values: [String: String] {
        [
            "name": section.name, "position": "\(position)", "pushLimit": "\(pushLimit)",
            "place": section.area.map { "\($0.place.latitude), \($0.place.longitude), \($0.radius) km" } ?? "–",
        ]
    }
}
