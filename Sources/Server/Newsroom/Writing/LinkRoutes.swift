import Archive
import Hummingbird
import News
import NIOPosix
import PostgreSQL

/// What there is to say of the links in an article's text.
struct LinksPart: Sendable {
    struct Link: Sendable {
        var address: String
        var fault: String
    }

    var id: Int
    /// Whether they were asked for; else there is a button.
    var isChecked: Bool
    var faulty: [Link]
    /// Where nothing is wrong: that all answer, or that there are none.
    var fine: String?
    /// How many were not asked.
    var more: String?

    /// - Parameter report: nil where nobody asked yet.
    init(_ report: LinkChecker.Report?, links: Int, of article: Int, _ strings: Strings) {
        id = article
        isChecked = report != nil
        faulty = (report?.faults ?? []).map { Link(address: $0.address, fault: strings.text(of: $0.fault)) }
        if let report {
            let isFine = report.faults.isEmpty && report.unchecked < links
            fine = links == 0 ? strings["room_linksNone"] : isFine ? strings["room_linksFine"] : nil
            more = report.unchecked > 0 ? strings("room_linksMore", report.unchecked) : nil
        }
    }
}

/// `/admin/articles/{id}/links`: whether the links answer in what somebody is writing, for the page that has it open.
struct LinkRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        router.get("/admin/articles/{id}/links", use: check)
    }

    @Sendable private func check(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        try await desk.signedIn(request, context) { visit in
            let article = try await desk.article(context, visit)
            let (id, editor) = (article.id, visit.editor.id)
            let copy = try await desk.database.read { try $0.workingCopy(of: id, editor: editor) }
            let saved = try await desk.articleForm(article, visit)
            let form = copy.map { ArticleForm($0.fields) } ?? saved
            return try desk.piece("links", try await desk.links(form, of: article, instead: saved, visit), visit)
        }
    }
}

extension NewsroomDesk {
    /// Asks for the links in a text as it is typed.
    func links(
        _ form: ArticleForm, of article: Article, instead saved: ArticleForm, _ visit: Visit
    ) async throws -> LinksPart {
        let zone = visit.strings.timeZone
        let addresses = try await NIOThreadPool.singleton.runIfActive {
            BodyLinks.addresses(in: form.draft(of: article, instead: saved, zone: zone).0.bodyHTML)
        }
        let report = await linkChecker.check(addresses)
        return LinksPart(report, links: addresses.count, of: article.id, visit.strings)
    }
}

extension Strings {
    fileprivate func text(of fault: LinkChecker.Fault) -> String {
        switch fault {
        case .status(let status): self("room_link_status", "\(status)")
        case .unknownHost: self["room_link_unknownHost"]
        case .late: self["room_link_late"]
        case .failed: self["room_link_failed"]
        }
    }
}
