import Archive
import HTTPTypes
package import News
package import PostgreSQL
import Web

extension Masthead {
    /// The section of a slug from outside; else 404 with those there are.
    package func sectionID(_ slug: String) throws -> Int {
        guard let section = sections.first(where: { $0.slug == slug }) else {
            throw Problem(.notFound, "There is no section \(slug).", available: sections.map(\.slug), key: "noSection")
        }
        return section.id
    }

    /// The category of a slug from outside; else 404 with some of those there are.
    package func categoryID(_ slug: String) throws -> Int {
        guard let category = categories.first(where: { $0.slug == slug }) else {
            throw Problem(
                .notFound, "There is no category \(slug).", available: categories.prefix(100).map(\.slug),
                key: "noSection")
        }
        return category.id
    }
}

extension Connection {
    /// 404 with the newest editions where there is none of this number or day.
    package func checkEdition(_ reference: EditionReference) throws {
        guard try edition(reference, onlyPublished: true) == nil else { return }
        let known = try editions(limit: 20, onlyPublished: true)
        throw Problem(
            .notFound, "There is no edition \(reference.name). The newest ones are listed.",
            available: known.map { String($0.number) }, key: "noEdition")
    }
}
