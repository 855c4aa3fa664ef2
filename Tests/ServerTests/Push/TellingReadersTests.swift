import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension PushSiteTests {
    /// Editors tell readers' devices of stories in the newsroom, and sections by themselves.
    @Suite("Telling readers in the newsroom")
    struct TellingReadersTests {
        /// A section of one test's own with a device whose reader chose it, and an editor's browser.
        private struct Scene: Sendable {
            let site: TestSite
            let desk: Desk
            let browser: RoomBrowser
            let device: PushDevice
            let service: PushService
            let section = "s" + UUID().uuidString.lowercased()
            var topic: String { "section/" + section }

            static func play(_ more: String = "", _ body: @escaping @Sendable (Scene) async throws -> Void) async throws
            {
                let site = try SharedSite.site
                let (desk, browser) = (try await Desk(site, .editor), try await Room.person(site, .editor).browser())
                try await PushService.open { service in
                    let scene = Scene(
                        site: site, desk: desk, browser: browser, device: PushDevice(service.root), service: service)
                    try await desk.section(scene.section)
                    try await site.subscribe(scene.device, #""topics":["\#(scene.topic)"]\#(more)"#)
                    try await body(scene)
                }
            }

            func write(_ headline: String, _ status: String = "published") async throws -> WrittenArticle {
                try await desk.write(
                    #"{"headline":"\#(headline)","standfirst":"Its standfirst.","section":"\#(section)","status":"\#(status)","body":"<p>A text.</p>"}"#
                )
            }

            func tell(_ article: WrittenArticle, _ fields: [String: String] = [:]) async throws -> Answer {
                try await browser.post(
                    "/admin/articles/\(article.id)/message",
                    ["audience": topic, "message": "", "send": "now", "send_at": "", "do": "send"].merging(fields) {
                        $1
                    })
            }

            func page(_ article: WrittenArticle, _ query: String = "") async throws -> String {
                try await browser.get("/admin/articles/\(article.id)/message" + query).text
            }

            func messages(_ article: Int, _ condition: SQL = "true") async throws -> Int {
                try await site.number(
                    "select count(*) from push_messages where article_id = \(article) and (\(condition))")
            }
        }

        @Test("The page says who gets it; what is sent comes, and is counted") func sent() async throws {
            try await Scene.play { scene in
                let article = try await scene.write("The lift works")
                #expect(
                    try await scene.browser.get("/admin/articles/\(article.id)").text.contains(
                        "/message\">Alert readers"))
                let page = try await scene.page(article)
                #expect(
                    page.contains(#"value="\#(scene.topic)" checked"#)
                        && page.contains("1 device will get it at once"))
                let answer = try await scene.tell(article, ["message": "Since noon.", "urgent": "1"])
                #expect(answer["location"] == "/admin/articles/\(article.id)/message")
                let going = try await scene.page(article)
                #expect(
                    going.contains("Seconds left to cancel:")
                        && !going.contains("Readers were alerted to this article"))
                let delivery = try #require(try await scene.service.wait(1, scene.device).first)
                let message = try scene.device.read(delivery)
                #expect(message.title == "The lift works" && message.text == "Since noon." && message.urgent == true)
                #expect(try await eventually { try await scene.page(article).contains("<span>1 sent</span>") })
                let devices = "1 device has an alert about this article. This goes there too"
                #expect(try await scene.browser.get("/admin/articles/\(article.id)").text.contains(devices))
                // What devices have is not unsaid by stopping the rest.
                let id = try await scene.site.number("select id from push_messages where article_id = \(article.id)")
                _ = try await scene.tell(article, ["cancel": "\(id)"])
                #expect(try await scene.page(article).contains("Readers were alerted to this article"))
                #expect(try await scene.tell(article).status == 422)
                let all = try await scene.browser.get("/admin/messages").text
                #expect(all.contains("Since noon.") && all.contains("device"))
            }
        }

        @Test("Readers in their quiet hours are told of later, and the page says so") func quiet() async throws {
            let minute = Int(Date().timeIntervalSince1970) / 60
            func clock(_ minute: Int) -> String { String(format: "%02d:%02d", minute % 1440 / 60, minute % 60) }
            let more =
                #","quiet":{"from":"\#(clock(minute - 1))","to":"\#(clock(minute - 3))"},"device":{"client":"iphone","timezone":"UTC"}"#
            try await Scene.play(more) { scene in
                let article = try await scene.write("Quiet")
                let page = try await scene.page(article)
                #expect(
                    page.contains("0 devices will get it at once, 1 later") && page.contains("1 later: quiet hours"))
                #expect(
                    try await scene.tell(
                        article, ["send": "later", "send_at": String(Date().ISO8601Format().prefix(16))]
                    ).status == 303)
                let words = "<span>1 held until "
                #expect(try await eventually { try await scene.page(article).contains(words) })
            }
        }

        @Test(
            "What cannot be sent is refused with what to do",
            arguments: [
                (["audience": "author/nobody-at-all"], "Nobody would get this alert"),
                (["audience": "rubbish"], "Choose an audience."), (["audience": ""], "Choose an audience."),
                (["send": "later"], "Choose a day and time"),
                (["send": "later", "send_at": "2020-01-01T10:00"], "That time has passed."),
                (["send": "later", "send_at": "2999-01-01T10:00"], "Choose a time within a week."),
            ])
        func refused(_ fields: [String: String], _ words: String) async throws {
            try await Scene.play { scene in
                let article = try await scene.write("Refused")
                let answer = try await scene.tell(article, fields.merging(["message": "Typed words"]) { $1 })
                #expect(answer.status == 422)
                #expect(try answer.text.contains(words) && answer.text.contains("Typed words"), "\(fields)")
                #expect(try await scene.messages(article.id) == 0)
            }
        }

        @Test("A test at the editor's own device says whether its service took it; a fault of ours is one") func test()
            async throws
        {
            try await Scene.play { scene in
                let article = try await scene.write("A test")
                let device = PushDevice(scene.service.root)
                let made = try await scene.site.subscribe(device, #""topics":["\#(scene.topic)"]"#)
                func test(_ id: String) async throws -> Answer {
                    try await scene.tell(article, ["device": id, "do": "test"])
                }
                #expect(try await test(made.id)["location"]?.hasSuffix("?done=tested") == true)
                #expect(try device.read(try await scene.service.wait(1, device)[0]).title == "A test")
                #expect(try await test("unknown")["location"]?.hasSuffix("?done=testFailed") == true)
                // The stored key is no point of the curve.
                _ = try await scene.site.number(
                    "with u as (update push_subscriptions set public_key = decode(repeat('00', 65), 'hex') where endpoint like \("%" + device.path) returning 1) select count(*) from u"
                )
                let answer = try await test(made.id)
                #expect(try answer.status == 500 && answer.text.contains("It has been logged."))
            }
        }

        @Test("A draft has no such page; a message for later can be cancelled") func cancelled() async throws {
            try await Scene.play { scene in
                let draft = try await scene.write("Draft", "unpublished")
                #expect(try await scene.tell(draft)["location"] == "/admin/articles/\(draft.id)")
                let article = try await scene.write("Later")
                let when = String(Date().addingTimeInterval(86_400).ISO8601Format().prefix(16))
                #expect(try await scene.tell(article, ["send": "later", "send_at": when]).status == 303)
                let id = try await scene.site.number("select id from push_messages where article_id = \(article.id)")
                #expect(try await scene.page(article).contains("Goes out "))
                // Only at its own story.
                let other = try await scene.write("Another")
                _ = try await scene.tell(other, ["cancel": "\(id)"])
                #expect(try await scene.messages(article.id, "state = 'open'") == 1)
                #expect(try await scene.tell(article, ["cancel": "\(id)"]).status == 303)
                #expect(try await scene.messages(article.id, "state = 'cancelled'") == 1)
                // It is there to be mended, with its hour, but not for who comes back later.
                let hour = #"type="datetime-local" value="\#(when)""#
                #expect(try await scene.page(article, "?done=messageCancelled").contains(hour))
                #expect(try await !scene.page(article).contains(hour))
                // Nobody has it, so a correction replaces nothing.
                let body = #"{"move":"correct","text":"It is later."}"#
                let answer = try await scene.desk.send(
                    .post, "articles/\(article.id)/moves", body, ["If-Match": "*"])
                #expect(answer.status == 200)
                #expect(try await scene.messages(article.id) == 1)
            }
        }

        @Test("A message sent now can be cancelled for some seconds, before any device gets it") func inTime()
            async throws
        {
            try await Scene.play { scene in
                let article = try await scene.write("Too early")
                #expect(try await scene.tell(article, ["message": "Half a thought", "series": "1"]).status == 303)
                // It is there to be mended.
                #expect(try await scene.page(article).contains(">\nHalf a thought</textarea>"))
                let id = try await scene.site.number("select id from push_messages where article_id = \(article.id)")
                #expect(try await scene.page(article).contains(#"name="cancel" value="\#(id)""#))
                #expect(try await scene.tell(article, ["cancel": "\(id)"]).status == 303)
                #expect(try await scene.messages(article.id, "state = 'cancelled'") == 1)
                let deliveries = try await scene.site.number(
                    "select count(*) from push_deliveries where message_id = \(id)")
                #expect(deliveries == 0 && scene.service.deliveries(scene.device).isEmpty)
                // Nothing is left for the next one to replace.
                #expect(!(try await scene.page(article).contains(#"name="series" value="1" checked"#)))
            }
        }

        @Test("A second message within a day is sent if it replaces the first, or is asked for by name") func again()
            async throws
        {
            try await Scene.play { scene in
                let article = try await scene.write("Twice")
                #expect(try await scene.tell(article).status == 303)
                let answer = try await scene.tell(article, ["message": "Typed words"])
                #expect(try answer.status == 422 && answer.text.contains("Replace it, or confirm a second one."))
                #expect(try answer.text.contains("Typed words"))
                #expect(try await scene.messages(article.id) == 1)
                #expect(try await scene.tell(article, ["again": "1"]).status == 303)
                #expect(try await scene.tell(article, ["series": "1"]).status == 303)
                #expect(try await scene.messages(article.id) == 3)
            }
        }

        @Test("A message in the panel for publishing goes out with its story, and not before") func panel() async throws
        {
            try await Scene.play { scene in
                let article = try await scene.write("With the story", "unpublished")
                let panel = "/admin/articles/\(article.id)/publish"
                #expect(try await scene.browser.get(panel).text.contains(#"value="\#(scene.topic)""#))
                func publish(_ more: [String: String]) async throws -> Answer {
                    let revision = try await scene.site.number("select revision from articles where id = \(article.id)")
                    let fields = [
                        "do": "publish", "when": "now", "at": "", "revision": "\(revision)", "audience": scene.topic,
                    ]
                    return try await scene.browser.post(panel, fields.merging(more) { $1 })
                }
                // Words for nobody are not lost.
                let nobody = try await publish(["message": "For <nobody>", "audience": ""])
                #expect(try nobody.status == 422 && nobody.text.contains("For &lt;nobody&gt;"))
                #expect(try nobody.text.contains("chose nobody") && nobody.text.contains(#"class="panel" open"#))
                let at = String(Date().addingTimeInterval(86_400).ISO8601Format().prefix(16))
                #expect(try await publish(["when": "later", "at": at, "message": "Read it"]).status == 303)
                #expect(try await scene.messages(article.id, "state = 'open' and send_at > now()") == 1)
                #expect(try await scene.browser.get(panel).text.contains("Read it"), "the panel shows what waits")
                // Its time has come, but not yet that of the story.
                _ = try await scene.site.number(
                    "with u as (update push_messages set send_at = now() - interval '1 minute' where article_id = \(article.id) returning 1) select count(*) from u"
                )
                #expect(try await publish(["message": "Read it now"]).status == 303)
                #expect(try await scene.messages(article.id, "state = 'cancelled'") == 1)
                #expect(scene.service.deliveries(scene.device).isEmpty)
                _ = try await scene.site.number(
                    "with u as (update articles set publish_at = now() where id = \(article.id) returning 1) select count(*) from u"
                )
                let delivery = try #require(try await scene.service.wait(1, scene.device).first)
                #expect(try scene.device.read(delivery).text == "Read it now")
            }
        }

        @Test("Who undoes a publication takes the message back, too") func undone() async throws {
            try await Scene.play { scene in
                let article = try await scene.write("Undone", "unpublished")
                let panel = "/admin/articles/\(article.id)/publish"
                let fields = [
                    "do": "publish", "when": "now", "at": "", "revision": "\(article.revision)",
                    "audience": scene.topic,
                ]
                #expect(try await scene.browser.post(panel, fields).status == 303)
                #expect(try await scene.messages(article.id, "state = 'open'") == 1)
                #expect(try await scene.browser.post(panel, ["do": "undo"]).status == 303)
                #expect(try await scene.messages(article.id, "state = 'cancelled'") == 1)
                let id = try await scene.site.number("select id from push_messages where article_id = \(article.id)")
                let actions: SQL = """
                    select count(*) from audit where subject = \("push/\(id)")
                        and action in ('push.send', 'push.cancel') and detail->>'article' = \("\(article.id)")
                        and editor_id is not null
                    """
                #expect(try await scene.site.number(actions) == 2, "the audit trail says both")
            }
        }

        @Test("A section tells its readers by itself, as often a day as it may") func section() async throws {
            try await Scene.play(#","cap":50"#) { scene in
                let found = try await scene.browser.fields("/admin/sections/" + scene.section, [:])
                #expect(found["push_limit"] == "0")
                _ = try await scene.write("Before the rule")
                let path = "/admin/sections/" + scene.section
                #expect(
                    try await scene.browser.send(path, ["push_limit": "11", "do": "save"]).text.contains("from 0 to 10")
                )
                #expect(try await scene.browser.send(path, ["push_limit": "2", "do": "save"]).status == 303)
                var told: [Int] = []
                for number in 1...3 {
                    let article = try await scene.write("Story \(number)")
                    told.append(try await scene.messages(article.id, "made_by is null"))
                }
                #expect(told == [1, 1, 0])
                let read = try await scene.service.wait(2, scene.device).map { try scene.device.read($0) }
                #expect(Set(read.map(\.title)) == ["Story 1", "Story 2"] && read[0].text == "Its standfirst.")
                let section = try await scene.desk.send(.get, "sections/" + scene.section).text
                #expect(section.contains(#""pushLimit":2"#))
            }
        }
    }
}
