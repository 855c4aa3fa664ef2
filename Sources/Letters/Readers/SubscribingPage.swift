import Archive
import News
import Web
import WebEditions

/// The pages of newsletters: asking for some, confirming, leaving. Each is a form, or what came of it.
struct SubscribingPage: Sendable {
    struct Choice: Sendable {
        var value: String
        var name: String
        var detail: String?
        var isChosen: Bool
    }

    /// The newsletters to ask for; nil on the other pages.
    var form: Form?
    /// What is to be confirmed or left.
    var question: Question?
    /// What came of it.
    var note: String?

    struct Form: Sendable {
        var choices: [Choice]
        var address: String
        var fault: String?
        var consent: String
    }
    struct Question: Sendable {
        var text: String
        /// The newsletters, by name.
        var lists: [String]
        /// Where the form goes, and the end of its address.
        var action: String
        var key: String
        var button: String
        /// The button that leaves all newsletters.
        var all: String?
    }

    /// The same with at most so many newsletters to choose from, but always those that every newspaper has.
    func with(rows: Int) -> Self {
        var page = self
        page.form?.choices = Array((form?.choices ?? []).prefix(max(MailingList.general.count, rows)))
        return page
    }

    static func asking(
        _ masthead: Masthead, _ strings: Strings, address: String = "", chosen: [MailingList] = [.daily],
        fault: String? = nil
    ) -> Self {
        // A search is offered to those who come from its page, before everything else: that is what they want.
        let searches = chosen.filter { if case .search = $0 { true } else { false } }
        let choices = (searches + MailingList.all(of: masthead)).map { list in
            Choice(
                value: list.name, name: strings.name(of: list, masthead), detail: strings.detail(of: list),
                isChosen: chosen.contains(list))
        }
        return Self(
            form: Form(
                choices: choices, address: address, fault: fault,
                consent: strings("letters_consent", masthead.title)))
    }
}

extension Strings {
    fileprivate func detail(of list: MailingList) -> String {
        switch list {
        case .section: self["letters_section_detail"]
        case .search: self["letters_search_detail"]
        case .mine, .editions, .daily, .weekly: self["letters_\(list.name)_detail"]
        }
    }
}
