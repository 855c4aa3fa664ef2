import Testing

extension RoomBrowser {
    /// Begins an article; returns its address.
    func beginArticle() async throws -> String {
        let answer = try await post("/admin/articles")
        return try #require(answer.status == 303 ? answer["location"] : nil)
    }

    /// The fields of a page's form as a browser would send them, with some of them changed.
    func fields(_ path: String, _ changes: [String: String]) async throws -> [String: String] {
        let text = try await get(path).text
        var fields: [String: String] = [:]
        for match in text.matches(of: /<input[^>]* name="([a-z_]+)"[^>]* value="([^"]*)"/) {
            fields[String(match.1)] = String(match.2).plain
        }
        for match in text.matches(of: /<input type="hidden" name="([a-z_]+)" value="([^"]*)"/) {
            fields[String(match.1)] = String(match.2).plain
        }
        for match in text.matches(of: /<textarea[^>]* name="([a-z_-]+)"[^>]*>\n?([^<]*)</) {
            fields[String(match.1)] = String(match.2).plain
        }
        for match in text.matches(of: /<select[^>]* name="([a-z]+)"[^>]*>(.*?)<\/select>/) {
            fields[String(match.1)] = match.2.firstMatch(of: /value="([^"]*)" selected/).map { String($0.1) } ?? ""
        }
        fields["form_token"] = nil
        return fields.merging(changes) { $1 }
    }

    /// Sends a page's form with some of its fields changed.
    func send(_ path: String, _ changes: [String: String]) async throws -> Answer {
        try await post(path, try await fields(path, changes))
    }
}

extension String {
    /// The text without HTML escapes.
    fileprivate var plain: String {
        let escapes = [
            "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&#9;": "\t", "&#10;": "\n", "&#13;": "\r",
        ]
        return escapes.reduce(self) { $0.replacing($1.key, with: $1.value) }.replacing("&amp;", with: "&")
    }
}
