import Archive
import HTTPTypes
package import News
import Web

extension Masthead {
    /// The section with a slug taken from a request. Throws 404, listing those that exist.
    package func sectionID(_ slug: String) throws -> Int {
        guard let section = sections.first(where: { $0.slug == slug }) else {
            throw Problem(.notFound, "There is no section \(slug).", available: sections.map(\.slug), key: "noSection")
        }
        return section.id
    }

    /// The category with a slug taken from a request. Throws 404, listing some of those that exist.
    package func categoryID(_ slug: String) throws -> Int {
        guard let category = categories.first(where: { $0.slug == slug }) else {
            throw Problem(
                .notFound, "There is no category \(slug).", available: categories.prefix(100).map(\.slug),
                key: "noCategory")
        }
        return category.id
    }
}

extension Holdings {
    /// Throws 404, listing the newest editions, if there is none with this number or date.
    package func checkEdition(_ reference: EditionReference) throws {
        guard try editions.find(reference, onlyPublished: true) == nil else { return }
        let known = try editions.list(limit: 20, onlyPublished: true)
        throw Problem(
            .notFound, "There is no edition \(reference.name). The newest ones are listed.",
            available: known.map { String($0.number) }, key: "noEdition")
    }
}
