import Archive
import Editorial
import Hummingbird
import News
import Web

/// The results for the links in an article's text.
struct LinksPart: Sendable {
    struct Link: Sendable {
        var address: String
        var fault: String
    }

    var id: Int
    /// Whether they were checked; if not, there is a button for it.
    var isChecked: Bool
    var faulty: [Link]
    /// A message if nothing is wrong: that all links answer, or that there are none.
    var fine: String?
    /// How many were not asked.
    var more: String?

    /// - Parameter report: nil if nobody has checked yet.
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

/// `/admin/articles/{id}/links`: checks the links in what somebody is writing, for the page that has it
/// open.
struct LinkRoutes: Sendable {
    let desk: NewsroomDesk

    func add(to router: Router<NewsRequestContext>) {
        let contributors = desk.signedIn(router)
        contributors.get("/admin/articles/{id}/links", use: check)
    }

    @Sendable private func check(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let article = try await desk.article(context, visit)
        let draft = try await ArticleForm.written(
            of: article, by: visit.editor, in: visit.strings.timeZone, desk.archive)
        return try desk.piece("links", await desk.links(in: draft, of: article.id, visit), visit)
    }
}

extension NewsroomDesk {
    /// Checks the links in what somebody has written.
    func links(in draft: ArticleDraft, of article: Int, _ visit: Visit) async -> LinksPart {
        let addresses = BodyLinks.addresses(in: draft.bodyHTML)
        let report = await linkChecker.check(addresses)
        return LinksPart(report, links: addresses.count, of: article, visit.strings)
    }
}

extension Strings {
    /// The reason why a link is reported.
    func text(of fault: LinkChecker.Fault) -> String {
        switch fault {
        case .status(let status): self("room_link_status", "\(status)")
        case .unknownHost: self["room_link_unknownHost"]
        case .late: self["room_link_late"]
        case .failed: self["room_link_failed"]
        }
    }
}
