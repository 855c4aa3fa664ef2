import Archive
@testable import Credentials
import Foundation
import HTTPTypes
import News
@testable import Newsroom
import PostgreSQL
@testable import Server
import Testing
@testable import Web

extension NewsroomSiteTests {
    /// What strangers' browsers do while many try to log in.
    struct PuzzleTests {
        private struct Puzzle: Decodable {
            var bits: Int
            var puzzle: String
        }

        @Test("When it is quiet there is no puzzle, and the page needs no script") func quiet() async throws {
            let site = try SharedSite.site
            let answer = try await site.get("/admin/log-in/puzzle")
            #expect(answer.status == 200 && answer["cache-control"] == "no-store")
            #expect(try answer.json(Puzzle.self).bits == 0)
            let page = try await site.get("/admin/log-in").text
            #expect(page.contains("id=\"puzzle\"") && !page.contains("<noscript>"))
            #expect(try await Room.person(site, .editor).logIn().status == 303)
        }

        @Test("A solution is good once, on whichever server") func once() async throws {
            let site = try SharedSite.site
            let archive = site.backend.archive
            let (one, other) = (LogInPuzzles(archive: archive), LogInPuzzles(archive: archive))
            let solved = try #require(try await one.puzzles().solved(one.puzzles().make(bits: 0) + ".0"))
            #expect(try await other.puzzles().solved(other.puzzles().make(bits: 0) + ".0") != nil)
            let kept = Puzzles.Solved(bits: 16, name: solved.name)
            #expect(try await one.redeem(kept) == 16)
            #expect(try await other.redeem(kept) == 0)
            #expect(try await one.redeem(nil) == 0)
        }

        @Test(
            "A solution that is none is taken for no solution",
            arguments: ["x", "16.1.a.b.c", "%00", String(repeating: "1.", count: 500)])
        func nonsense(_ solution: String) async throws {
            let site = try SharedSite.site
            let room = try await Room.person(site, .editor)
            let name = room.name.replacing(" ", with: "%20")
            let answer = try await site.post(
                "/admin/log-in", form: "name=\(name)&password=\(Room.password)&solution=\(solution)",
                ["X-Forwarded-For": Room.anyAddress()])
            #expect(answer.status == 303)
        }

        @Test(
            "Addresses of one neighbourhood share its places",
            arguments: [
                ("192.0.2.1", "192.0.2.200", true), ("192.0.2.1", "192.0.3.1", false),
                ("::ffff:192.0.2.1", "192.0.2.7", true), ("2001:db8:1:2::1", "2001:db8:1:9::1", true),
                ("2001:db8:1::1", "2001:db8:2::1", false), ("none", "other", false),
            ])
        func neighbourhoods(_ one: String, _ other: String, _ areOne: Bool) {
            #expect((AddressRange.neighbourhood(of: one) == AddressRange.neighbourhood(of: other)) == areOne)
        }
    }

    @Suite(
        "In a crowd", .serialized,
        SharedSite(options: ["trusted_proxies": "127.0.0.0/8"]))
    struct CrowdTests {
        /// A password that takes long to check, so that a crowd forms.
        @Test(
            "The honest get in while a crowd from many networks tries wrong passwords, and a /24 cannot fill the queue")
        func crowd() async throws {
            let site = try SharedSite.site
            let slow = PasswordHash.Cost(logarithm: 13, blockSize: 8, parallelism: 1)
            let honest = try await Room.person(site, .editor)
            let attacked = try await Room.person(site, .editor)
            let hash = try PasswordHash("something else", cost: slow)
            try await site.backend.archive.write { holdings in
                let maker = Maker(editor: attacked.id, address: nil)
                try holdings.logIn.setPassword(hash.text, of: attacked.id, keeping: nil, by: maker)
            }
            let name = attacked.name.replacing(" ", with: "%20")
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<45 {
                    group.addTask {
                        try await site.post(
                            "/admin/log-in", form: "name=\(name)&password=x\(number)",
                            ["X-Forwarded-For": "198.51.\(number).1"]
                        ).status
                    }
                }
                // While they wait, somebody who solves the puzzle passes them.
                var puzzle = try await site.get("/admin/log-in/puzzle").json(Puzzle.self)
                while puzzle.bits == 0 {
                    puzzle = try await site.get("/admin/log-in/puzzle").json(Puzzle.self)
                }
                let page = try await site.get("/admin/log-in").text
                #expect(page.contains("<noscript>"), "who has no script is told")
                let form =
                    "name=\(honest.name.replacing(" ", with: "%20"))&password=\(Room.password.replacing(" ", with: "%20"))"
                let answer = try await site.post(
                    "/admin/log-in", form: form + "&solution=\(Self.solve(puzzle))", ["X-Forwarded-For": "203.0.113.9"])
                #expect(answer.status == 303)
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(statuses).isSubset(of: [422, 429, 503]))
        }

        private struct Puzzle: Decodable {
            var bits: Int
            var puzzle: String
        }

        private static func solve(_ puzzle: Puzzle) -> String {
            let name = puzzle.puzzle.split(separator: ".")[2]
            var number = 0
            while true {
                let hash = Secret(shown: "\(name).\(number)").hash.prefix(4)
                let zeros = hash.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }.leadingZeroBitCount
                if zeros >= puzzle.bits { return "\(puzzle.puzzle).\(number)" }
                number += 1
            }
        }
    }
}
