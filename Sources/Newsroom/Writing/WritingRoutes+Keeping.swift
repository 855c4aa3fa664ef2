import Archive
import Editorial
import HTTPTypes
import Hummingbird
import News
import Web

// What is being typed, kept before anybody saves it.
extension WritingRoutes {
    /// Stores the text that came with a form for something else, if somebody may write it; returns it.
    func keep(of article: Article, _ fields: NewsroomForm, _ visit: NewsroomDesk.Visit) async throws -> ArticleForm? {
        guard fields["headline"] != "" || fields["section"] != "", article.moves(for: visit.editor).contains(.save)
        else { return nil }
        let typed = ArticleForm(fields)
        try await keep(typed, of: article, fields, visit)
        return typed
    }

    /// Stores what was typed, whatever another browser stored before.
    func keep(
        _ typed: ArticleForm, of article: Article, _ fields: NewsroomForm, _ visit: NewsroomDesk.Visit
    ) async throws {
        let (base, editor) = (fields.base(of: article), visit.editor.id)
        _ = try await desk.archive.write { holdings in
            let last = try holdings.workingCopies.find(of: article.id, editor: editor)
            return try holdings.workingCopies.keep(
                typed.fields, base: base, version: last?.version ?? 0, of: article.id, editor: editor)
        }
    }

    /// Stores what is being typed, for a script. Answers with the checks and previews, with 409 if another browser stored something else, or with
    /// 423 if the article has moved on.
    @Sendable func keep(_ request: Request, _ context: NewsRequestContext) async throws -> Response {
        let visit = try context.visit
        let fields = try await desk.form(request, visit, limit: ArticleForm.limit)
        let article = try await desk.article(context, visit)
        guard article.moves(for: visit.editor).contains(.save) else {
            throw Problem(.locked, visit.strings["room_notYours"])
        }
        let (typed, editor) = (ArticleForm(fields), visit.editor.id)
        let (base, version) = (fields.base(of: article), Int32(fields["version"]).map { Int($0) } ?? 0)
        let kept = try await desk.archive.write {
            try $0.workingCopies.keep(typed.fields, base: base, version: version, of: article.id, editor: editor)
        }
        guard let kept else { throw Problem(.conflict, visit.strings["room_keptElsewhere"]) }
        let saved = try await desk.articleForm(article, visit)
        let aside = try await desk.aside(typed, of: article, instead: saved, visit)
        var response = try desk.piece("aside", aside, visit)
        response.headers[.nVersion] = String(kept)
        return response
    }
}

extension NewsroomForm {
    /// The revision of the article that the changes started from; the current one if the form has no valid
    /// number.
    func base(of article: Article) -> Int {
        Int(self["base"]).flatMap { (1...article.revision).contains($0) ? $0 : nil } ?? article.revision
    }
}

extension HTTPResponse.Status {
    /// The thing that a request would change is locked now (RFC 4918, section 11.3).
    fileprivate static let locked = Self(code: 423, reasonPhrase: "Locked")
}

extension HTTPField.Name {
    /// The version of a working copy. A valid token by construction; the fallback is never taken.
    static let nVersion = Self("N4MD-Version") ?? .server
}
