import Foundation
import HTTPTypes
@testable import Server
import Testing
@testable import Web

@Suite("The description of the API", SharedSite())
struct OpenAPITests {
    @Test("It is served like other files") func served() async throws {
        let site = try SharedSite.site
        let answer = try await site.get("/openapi.json", ["Accept-Encoding": "gzip"])
        #expect(answer.status == 200 && answer["content-type"] == "application/json")
        #expect(answer["content-encoding"] == "gzip")
        let document = try answer.json(Description.Value.self)
        #expect(document["openapi"]?.text == "3.1.0" && document["info"]?["version"]?.text == Release.version)
        let tag = try #require(answer["etag"])
        let again = try await site.get("/openapi.json", ["Accept-Encoding": "gzip", "If-None-Match": tag])
        #expect(again.status == 304 && again.body.isEmpty)
    }

    @Test("It has every route of the API, and no other") func routes() async throws {
        let described = try Description.ours.get().operations.map(\.name)
        let routes = try SharedSite.site.server.routes.filter { $0.path.hasPrefix("/api/v1/") }.map {
            "\($0.method.rawValue) \($0.path)"
        }
        #expect(Set(described).subtracting(routes).sorted() == [], "described, but not there")
        #expect(Set(routes).subtracting(described).sorted() == [], "there, but not described")
    }

    @Test("Every reference leads somewhere, and every component is used") func references() throws {
        let description = try Description.ours.get()
        let references = Set(description.references(in: description.root))
        #expect(references.filter { description.resolved(.object(["$ref": .text($0)])) == nil } == [])
        let components = (description.root["components"]?.members ?? [:]).filter { $0.key != "securitySchemes" }
        let all = components.flatMap { kind, named in named.members.keys.map { "#/components/\(kind)/\($0)" } }
        #expect(Set(all).subtracting(references) == [])
    }

    @Test("Every operation has a name of its own, a sentence, and its parameters") func operations() throws {
        let description = try Description.ours.get()
        let operations = description.operations
        #expect(Set(operations.compactMap { $0.operation["operationId"]?.text }).count == operations.count)
        for (name, operation) in operations {
            #expect(operation["summary"]?.text?.hasSuffix(".") == true, "\(name)")
            #expect(operation["responses"]?.members.keys.contains { $0.hasPrefix("2") } == true, "\(name)")
        }
        for (path, item) in description.root["paths"]?.members ?? [:] {
            let named = Set(path.matches(of: /{([a-z]+)}/).map { String($0.1) })
            let declared = (item["parameters"]?.elements ?? []).compactMap { description.resolved($0)?["name"]?.text }
            #expect(named == Set(declared), "\(path)")
        }
    }
}
