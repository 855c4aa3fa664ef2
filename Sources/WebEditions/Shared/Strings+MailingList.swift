package import News
package import Web

extension Strings {
    /// The name of a newsletter.
    package func name(of list: MailingList, _ masthead: Masthead) -> String {
        switch list {
        case .section(let slug): masthead.sections.first { $0.slug == slug }?.name ?? slug
        case .search(let words): self("letters_search", words)
        case .mine: self["me_news"]
        case .editions, .daily, .weekly: self["letters_" + list.name]
        }
    }
}
