package import News
package import Web

extension Strings {
    /// The name of a newsletter.
    package func name(of list: MailingList, _ masthead: Masthead) -> String {
        guard case .section(let slug) = list else { return self["letters_" + list.name] }
        return masthead.sections.first { $0.slug == slug }?.name ?? slug
    }
}
