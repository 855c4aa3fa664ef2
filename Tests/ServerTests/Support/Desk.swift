import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing
import XML

/// An editor at work through the API.
struct Desk: Sendable {
    let site: TestSite
    let token: String
    /// The editor's name.
    let name: String

    /// Makes an editor with a role, and a token.
    init(_ site: TestSite, _ role: EditorRole) async throws {
        self.site = site
        let commands = Commands(site.backend)
        name = "\(role.rawValue)-\(UUID().uuidString.prefix(8))"
        try await commands.addEditor(name: name, role: role)
        token = try await commands.createToken(editor: name, days: 1)
    }

    /// Sends JSON to an address under `/api/v1/`. The answer must match the API's description.
    func send(_ method: HTTPRequest.Method, _ path: String, _ json: String? = nil, _ headers: [String: String] = [:])
        async throws -> Answer
    {
        try await send(
            method, path, headers.merging(json == nil ? [:] : ["Content-Type": "application/json"]) { $1 },
            bytes: json.map { Array($0.utf8) })
    }

    func send(_ method: HTTPRequest.Method, _ path: String, _ headers: [String: String], bytes: [UInt8]?) async throws
        -> Answer
    {
        let answer = try await site.send(
            method, "/api/v1/" + path, headers.merging(["Authorization": "Bearer " + token]) { $1 }, body: bytes)
        #expect(try Description.ours.get().faults(method, "/api/v1/" + path, answer) == [])
        return answer
    }

    /// Writes an article, and expects the API to accept it.
    func write(_ json: String, _ location: SourceLocation = #_sourceLocation) async throws -> WrittenArticle {
        let answer = try await send(.post, "articles", json)
        let text = try answer.text
        try #require(answer.status == 201, "\(text)", sourceLocation: location)
        return try answer.json()
    }

    /// Makes a section unless it exists.
    func section(_ slug: String) async throws {
        let status = try await send(.post, "sections", #"{"name":"\#(slug.capitalized)","slug":"\#(slug)"}"#).status
        try #require([201, 409].contains(status))
    }
}

/// An article as returned by the API.
struct WrittenArticle: Decodable, Equatable {
    struct Picture: Decodable, Equatable {
        var hash: String
        var alt: String
        var caption: String
        var credit: String
    }
    struct Place: Decodable, Equatable {
        var latitude: Double
        var longitude: Double
    }
    var id: Int
    var revision: Int
    var guid: String
    var slug: String
    var status: String
    var workflow: String
    var moves: [String]
    var headline: String
    var standfirst: String
    var body: String
    var byline: String
    var language: String
    var section: String
    var categories: [String]
    var edition: String
    var publishedAt: String?
    var updatedAt: String
    var url: String?
    var picture: Picture?
    var place: Place?
}

extension TestSite {
    /// Where readers see a headline: the channel, the feed, the front page, the article's own page.
    func places(of headline: String, slug: String) async throws -> [String] {
        let all = "network=wifi&images=off&text=headline&items=200"
        return try await withWire { wire in
            var places: [String] = []
            if try await wire.get("/ws?" + all).channel.items.contains(where: { $0.title == headline }) {
                places.append("/ws")
            }
            let feed = try await wire.get("/rss.xml").xml
            if feed.first("channel")?.all("item").contains(where: { $0.first("title")?.text == headline }) == true {
                places.append("/rss.xml")
            }
            if try await wire.get("/m/").text.contains(headline) { places.append("/m/") }
            let page = try await wire.get("/articles/" + slug)
            if page.status == 200, try page.text.contains(headline) { places.append("/articles") }
            return places
        }
    }

    static let everywhere = ["/ws", "/rss.xml", "/m/", "/articles"]

    /// The single number that a query returns.
    func number(_ query: SQL) async throws -> Int {
        try await backend.archive.read { try $0.connection.query(query)[0].get(0) }
    }
}
