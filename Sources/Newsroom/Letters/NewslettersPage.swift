import Archive
import Editorial
import Foundation
import News
import Web
import WebEditions

/// The page of newsletters.
struct NewslettersPage: Sendable {
    /// The most letters shown.
    static let limit = 30

    struct List: Sendable {
        var name: String
        var readers: String
        /// Nil where not all its readers get the same.
        var ways: Ways?
    }
    /// The pages that show a newsletter as it would be now.
    struct Ways: Sendable {
        var preview: String
        var text: String
    }
    struct Letter: Sendable {
        var subject: String
        var facts: [String]
    }

    var lists: [List]
    var letters: [Letter]
    var choices: [Choice]
    var address: String
    var fault: String?
    /// Whether the person may look for a reader.
    var findsReaders: Bool

    init(
        _ visit: NewsroomDesk.Visit, readers: [String: Int], _ sent: [SentLetter], typed: NewsroomForm?, fault: String?
    ) {
        let (strings, masthead) = (visit.strings, visit.masthead)
        let all = MailingList.all(of: masthead)
        lists = all.map { list in
            let preview = NewsroomLinks.letters + "/preview?list=" + list.name
            return List(
                name: strings.name(of: list, masthead),
                readers: strings("room_lettersReaders", readers[list.name] ?? 0),
                ways: .init(preview: preview, text: preview + "&part=text"))
        }
        let own = [("me_news", "mine"), ("room_lettersSearches", "search")].map { name, list in
            List(name: strings[name], readers: strings("room_lettersReaders", readers[list] ?? 0))
        }
        lists += own
        letters = sent.map { letter in
            let name = MailingList(letter.list).map { strings.name(of: $0, masthead) } ?? letter.list
            let counts = [
                ("sent", letter.sent), ("waiting", letter.waiting), ("refused", letter.refused),
                ("doubt", letter.doubtful),
            ].filter { $0.1 > 0 }.map { strings("room_lettersCount_" + $0.0, $0.1) }
            return Letter(subject: letter.subject, facts: [name, Moment(letter.madeAt, strings).text] + counts)
        }
        choices = all.map { list in
            Choice(
                value: list.name, name: strings.name(of: list, masthead), isChosen: typed?["list"] == list.name)
        }
        findsReaders = visit.editor.role >= .chief
        (address, self.fault) = (typed?["address"] ?? "", fault)
    }
}
