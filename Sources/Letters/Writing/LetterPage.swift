import Foundation
import News
import Syndication
import Web
import WebEditions

/// A story in a newsletter.
struct LetterStory: Sendable {
    let headline: String
    let url: String
    let kicker: String
    let standfirst: String
    let paragraphs: [String]
    /// Whether the page of the story has more of it.
    let goesOn: Bool

    init(_ story: Story, _ share: Packer.Share, _ masthead: Masthead, _ site: Site) {
        headline = story.headline
        url = site.article(story.slug)
        kicker = masthead.section(story.sectionID)?.name ?? ""
        standfirst = share.text >= .summary ? story.standfirst : ""
        let text = share.text >= .plain ? story.text : share.text == .opening ? story.text.opening : ""
        paragraphs = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        goesOn = share.text < .plain && !story.text.isEmpty
    }

    var values: [String: Any] {
        [
            "headline": headline, "url": url, "kicker": kicker, "standfirst": standfirst, "paragraphs": paragraphs,
            "goesOn": goesOn,
        ]
    }
}

/// A newsletter in both its forms.
struct LetterPage: Sendable {
    let title: String
    let list: String
    let stories: [LetterStory]
    let strings: Strings
    let home: String
    let page: String
    let language: String

    init(_ list: MailingList, _ stories: [LetterStory], _ masthead: Masthead, _ strings: Strings, _ site: Site) {
        title = masthead.title
        self.list = strings.name(of: list, masthead)
        (self.stories, self.strings, home) = (stories, strings, site.home)
        page = site.root + LetterLinks.page
        language = masthead.language
    }

    /// For the template `letter`.
    var values: [String: Any] {
        [
            "title": title, "list": list, "stories": stories.map(\.values), "home": home, "page": page,
            "language": language, "leave": LetterWriter.leaving, "more": strings["letters_more"],
            "why": why, "leaveName": strings["letters_leave"], "change": strings["letters_change"],
        ]
    }

    private var why: String { strings("letters_why", list) }

    /// The plain text.
    var text: String {
        let stories = stories.map { story in
            [
                story.kicker.uppercased(), story.headline, story.standfirst, story.paragraphs.joined(separator: "\n\n"),
                story.url,
            ].filter { !$0.isEmpty }.joined(separator: "\n\n")
        }
        let end = [why, strings["letters_leave"] + ":\n" + LetterWriter.leaving, home].joined(separator: "\n\n")
        return ([title + " · " + list] + stories + [end]).joined(separator: "\n\n---\n\n") + "\n"
    }
}
