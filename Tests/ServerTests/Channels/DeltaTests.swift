import Archive
import Foundation
import HTTPTypes
import News
import PostgreSQL
import Testing

extension WritingSiteTests {
    /// A device that sends back its sync token gets only the changes.
    struct DeltaTests {
        private let all = "network=wifi&items=200&images=off"

        private func channel(_ query: String) async throws -> ChannelContent {
            let answer = try await SharedSite.site.get("/ws?" + query)
            try #require(answer.status == 200)
            return try answer.channel
        }

        @Test(arguments: ["xml", "json"])
        func onlyWhatIsNewChangedOrWithdrawnComes(_ format: String) async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let body = String(repeating: "Long water under a short bridge. ", count: 60)
            var written: [WrittenArticle] = []
            for number in 1...20 {
                written.append(
                    try await desk.write(
                        #"{"headline":"Delta \#(format) \#(number)","section":"city","body":"<p>\#(body) \#(number)</p>","status":"published"}"#
                    ))
            }
            let before = try await SharedSite.site.get("/ws?\(all)&format=\(format)")
            let token = try before.channel.sync
            let nothing = try await channel("\(all)&format=\(format)&since=\(token)")
            #expect(nothing.items.isEmpty && nothing.since != nil && nothing.older == nil)
            let (known, now) = (try #require(SyncToken(token)), try #require(SyncToken(nothing.sync)))
            #expect(known.revision <= now.revision)

            let new = try await desk.write(
                #"{"headline":"Delta \#(format) new","section":"city","body":"<p>New.</p>","status":"published"}"#)
            let changed = try await desk.send(
                .put, "articles/\(written[3].id)",
                #"{"headline":"Delta \#(format) changed","section":"city","status":"published"}"#, ["If-Match": "*"])
            #expect(changed.status == 200)
            #expect(
                try await desk.send(.delete, "articles/\(written[5].id)", nil, ["If-Match": "*"]).status == 200)
            // No reader has seen this draft, so it must not show up.
            _ = try await desk.write(#"{"headline":"Delta \#(format) draft","section":"city"}"#)

            let answer = try await SharedSite.site.get("/ws?\(all)&format=\(format)&since=\(token)")
            let delta = try answer.channel
            #expect(delta.items.map(\.title) == ["Delta \(format) new", "Delta \(format) changed"])
            #expect(delta.items.first?.id == new.id)
            #expect(delta.withdrawn.map(\.id) == [written[5].id])
            #expect(delta.sync != token)
            #expect(answer.body.count * 10 < before.body.count, "\(answer.body.count) of \(before.body.count)")
            // The device is now up to date.
            let again = try await channel("\(all)&format=\(format)&since=\(delta.sync)")
            #expect(again.items.isEmpty && again.withdrawn.isEmpty)
        }

        @Test func itsCanonicalAddressIsTheSameDocument() async throws {
            let token = try await channel(all).sync
            let revision = try #require(SyncToken(token)).revision
            let answer = try await SharedSite.site.get("/ws?\(all)&since=\(token)")
            let address = try #require(answer["content-location"])
            #expect(address.hasSuffix("?since=" + SyncToken(revision: revision, minute: 0).text))
            let canonical = try await SharedSite.site.get(address)
            #expect(canonical.status == 200 && canonical.body == answer.body)
            #expect(canonical["cache-control"]?.contains("immutable") == true)
        }

        /// The address and the bytes of a document change only if something in it does.
        @Test(arguments: ["xml", "json"])
        func aDocumentStaysTheSameWhereOthersChange(_ format: String) async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let old = try await desk.write(
                #"{"headline":"Old \#(format)","section":"city","status":"published","publishedAt":"2001-01-01T00:00:00Z"}"#
            )
            let new = try await desk.write(#"{"headline":"New \#(format)","section":"city","status":"published"}"#)
            let path = "/ws?network=edge&items=1&sections=city&format=\(format)"
            let before = try await SharedSite.site.get(path)
            #expect(try before.channel.items.map(\.id) == [new.id])
            let address = try #require(before["content-location"])

            let corrected = try await desk.send(
                .put, "articles/\(old.id)",
                #"{"headline":"Corrected \#(format)","section":"city","status":"published"}"#,
                ["If-Match": "*"])
            #expect(corrected.status == 200)
            let after = try await SharedSite.site.get(path)
            #expect(
                after.body == before.body && after["content-location"] == address && after["etag"] == before["etag"])
            // The device still learns of the correction.
            let token = try before.channel.sync
            #expect(try await channel("\(all)&format=\(format)&since=\(token)").items.map(\.id).contains(old.id))

            let changed = try await desk.send(
                .put, "articles/\(new.id)", #"{"headline":"Newer \#(format)","section":"city","status":"published"}"#,
                ["If-Match": "*"])
            #expect(changed.status == 200)
            let last = try await SharedSite.site.get(path)
            #expect(last["content-location"] != address)
            #expect(try await SharedSite.site.get(address)["location"] == last["content-location"])
        }

        @Test func aSelectionHoldsForWhatChanged() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let token = try await channel(all).sync
            _ = try await desk.write(#"{"headline":"Delta of culture","section":"culture","status":"published"}"#)
            _ = try await desk.write(
                #"{"headline":"Delta of the city","section":"city","status":"published","categories":["Tides"]}"#)
            #expect(
                try await channel("\(all)&sections=culture&since=\(token)").items.map(\.title) == ["Delta of culture"])
            #expect(
                try await channel("\(all)&categories=tides&since=\(token)").items.map(\.title) == ["Delta of the city"])
            #expect(try await channel("\(all)&items=1&since=\(token)").items.map(\.title) == ["Delta of the city"])
            let older = try #require(try await channel("\(all)&items=1&since=\(token)").older)
            let path = String(older.link.dropFirst(TestSite.publicURL.count))
            let rest = try await SharedSite.site.get(path).channel
            #expect(rest.items.map(\.title) == ["Delta of culture"] && rest.older == nil)
        }

        /// If the changes since a token are unknown, the device gets everything.
        @Test func anUnknownTokenBringsAllNews() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            _ = try await desk.write(#"{"headline":"Delta of all","section":"city","status":"published"}"#)
            let full = try await channel(all)
            let token = try #require(SyncToken(full.sync))
            for since in [
                SyncToken(revision: 0, minute: 0), SyncToken(revision: token.revision + 1000, minute: token.minute),
            ] {
                let answer = try await channel("\(all)&since=\(since.text)")
                #expect(answer.since == nil && answer.items == full.items)
            }
            let answer = try await SharedSite.site.get("/ws?\(all)&since=r12")
            #expect(answer["n4md-ignored"] == "since")
            #expect(try answer.channel.items == full.items)
            // Every article shows its section's name, so renaming a section changes them all.
            #expect(
                try await desk.send(.put, "sections/culture", #"{"name":"Culture"}"#, ["If-Match": "*"]).status == 200)
            #expect(try await channel("\(all)&since=\(full.sync)").since == nil)
        }

        /// Tombstones count against the budget too. If there are too many of them, the device gets all the news instead.
        @Test(arguments: ["xml", "json"], [[:], ["Accept-Encoding": "gzip"]])
        func manyWithdrawalsKeepTheBudgetAndLoseNothing(_ format: String, _ headers: [String: String]) async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            var ids: [Int] = []
            for number in 0..<100 {
                ids.append(
                    try await desk.write(#"{"headline":"Gone \#(number)","section":"city","status":"published"}"#).id)
            }
            let token = try await channel(all).sync
            for id in ids.prefix(4) { _ = try await desk.send(.delete, "articles/\(id)", nil, ["If-Match": "*"]) }
            let new = try await desk.write(#"{"headline":"Not lost","section":"city","status":"published"}"#)
            let context = "network=gprs&format=\(format)&since=\(token)"
            let few = try await SharedSite.site.get("/ws?" + context, headers)
            #expect(try few.channel.withdrawn.map(\.id).sorted() == ids.prefix(4).sorted())
            #expect(try few.channel.items.map(\.id) == [new.id] && few.body.count <= 8000)
            for id in ids.dropFirst(4) { _ = try await desk.send(.delete, "articles/\(id)", nil, ["If-Match": "*"]) }
            let many = try await SharedSite.site.get("/ws?" + context, headers)
            #expect(many.body.count <= 8000)
            #expect(try many.channel.items.first?.id == new.id)
            if headers.isEmpty { #expect(try many.channel.since == nil && many.channel.withdrawn.isEmpty) }
        }

        @Test func whatReadersNeverSawLeavesNoTombstone() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let draft = try await desk.write(#"{"headline":"Never seen","section":"city"}"#)
            let token = try await channel(all).sync
            for _ in 0..<2 {
                let answer = try await desk.send(.delete, "articles/\(draft.id)", nil, ["If-Match": "*"])
                #expect(answer.status == 200)
            }
            #expect(try await channel(all).sync == token, "nothing changed for readers")
            #expect(try await !channel("\(all)&since=\(token)").withdrawn.map(\.id).contains(draft.id))
        }

        /// Edits to an article after its withdrawal are never shown.
        @Test func aTombstoneNeverChanges() async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let article = try await desk.write(#"{"headline":"To be gone","section":"city","status":"published"}"#)
            let token = try await channel(all).sync
            _ = try await desk.send(.delete, "articles/\(article.id)", nil, ["If-Match": "*"])
            let before = try await SharedSite.site.get("/ws?\(all)&since=\(token)")
            let version = try #require(before["etag"]).filter { $0 != "\"" }
            let address = try #require(before["content-location"]).replacing(version, with: "current")
            let edited = try await desk.send(
                .put, "articles/\(article.id)",
                #"{"headline":"Edited in peace","section":"city","status":"withdrawn"}"#, ["If-Match": "*"])
            #expect(edited.status == 200)
            // A different coding is a separate document, so this one does not come from the cache.
            let after = try await SharedSite.site.get(address, ["Accept-Encoding": "gzip"])
            #expect(try after.plain == before.plain)
        }

        /// An article with a lot of metadata still fits the smallest budget, and so do the articles after it.
        @Test(arguments: ["xml", "json"])
        func aHeavyArticleHidesNothing(_ format: String) async throws {
            let desk = try await Desk(SharedSite.site, .editor)
            let categories = (0..<40).map { "\"\(String(repeating: "category ", count: 10)) \($0)\"" }
            let light = try await desk.write(#"{"headline":"Light","section":"city","status":"published"}"#)
            let heavy = try await desk.write(
                #"{"headline":"\#(String(repeating: "&", count: 300))","byline":"\#(String(repeating: "&", count: 500))","section":"city","status":"published","categories":[\#(categories.joined(separator: ","))]}"#
            )
            let answer = try await SharedSite.site.get("/ws?network=gprs&format=\(format)")
            #expect(answer.body.count <= 8000)
            #expect(try answer.channel.items.prefix(2).map(\.id) == [heavy.id, light.id])
            for id in [heavy.id, light.id] {
                _ = try await desk.send(.delete, "articles/\(id)", nil, ["If-Match": "*"])
            }
        }
    }
}
