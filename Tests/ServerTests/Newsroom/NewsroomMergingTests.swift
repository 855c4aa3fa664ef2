import Archive
@testable import Editorial
import Foundation
import HTTPTypes
import News
import PostgreSQL
@testable import Server
import Testing

extension NewsroomSiteTests {
    /// Two people who edit the same article.
    @Suite("Merging")
    struct MergingTests {
        @Test("Two who write one text get each other's paragraphs, and see only those that both changed")
        func paragraphs() async throws {
            let site = try SharedSite.site
            let anas = try await Room.person(site, .journalist).browser()
            let ruis = try await Room.person(site, .editor).browser()
            let path = try await anas.beginArticle()
            _ = try await anas.send(path, ["headline": "Two", "body": "Begins.\n\nGoes on.\n\nEnds."])
            var written = try await anas.fields(path, [:])
            #expect(
                try await ruis.send(path, ["body": "Begins.\n\nGoes on.\n\nInserted.\n\nEnds of Rui."]).status == 303)
            written["body"] = "Begins of Ana.\n\nGoes on.\n\nEnds."
            #expect(try await anas.post(path, written)["location"] == path + "?done=saveTogether")
            #expect(try await anas.get(path + "?done=saveTogether").text.contains("Saved, together with"))
            #expect(
                try await ruis.fields(path, [:])["body"]
                    == "Begins of Ana.\n\nGoes on.\n\nInserted.\n\nEnds of Rui.")
            #expect(
                try await anas.fields(path, [:])["body"]
                    == "Begins of Ana.\n\nGoes on.\n\nInserted.\n\nEnds of Rui.")
            let accepted = "Begins of Ana again.\n\nGoes on.\n\nEnds of Rui."
            let kept = try await anas.post(path + "/working-copy", try await anas.fields(path, ["body": accepted]))
            #expect(kept.status == 200)
            #expect(try await anas.fields(path, [:])["body"] == accepted, "a paragraph refused once does not return")
            #expect(try await ruis.send(path, ["body": "Begins of Rui.\n\nGoes on.\n\nEnds."]).status == 303)
            let page = try await anas.get(path).text
            #expect(
                page.contains("id=\"theirs-body\"") && page.contains("Begins of <del>Ana again.")
                    && page.contains("<ins>Rui."))
            #expect(try await anas.post(path, try await anas.fields(path, ["do": "take-body"])).status == 303)
            #expect(try await anas.fields(path, [:])["body"] == "Begins of Rui.\n\nGoes on.\n\nEnds.")
        }

        @Test("What two write at once is brought together, or shown side by side") func collision() async throws {
            let site = try SharedSite.site
            let (ana, rui) = (try await Room.person(site, .journalist), try await Room.person(site, .editor))
            let (anas, ruis) = (try await ana.browser(), try await rui.browser())
            let path = try await anas.beginArticle()
            _ = try await anas.send(path, ["headline": "First", "standfirst": "Stands", "body": "Body"])
            let opened = try await anas.fields(path, [:])
            #expect(try await ruis.send(path, ["headline": "Of Rui", "byline": "Rui"]).status == 303)
            var written = opened
            (written["headline"], written["body"]) = ("Of Ana", "Body of Ana")
            #expect(try await anas.post(path, written)["location"] == path)
            let text = try await anas.get(path).text
            #expect(
                text.contains("id=\"theirs-headline\"")
                    && text.contains("<span class=\"said\">Of <del>Ana</del><ins>Rui</ins></span>")
                    && text.contains(">\nOf Ana</textarea>"))
            #expect(
                !text.contains("id=\"theirs-body\"") && text.contains("Body of Ana") && text.contains("value=\"Rui\""))
            // A move settles nothing: it leads back to the choice.
            #expect(try await anas.send(path, ["do": "submit"])["location"] == path)
            #expect(try await anas.get(path).text.contains("theirs-headline"))
            #expect(try await anas.post(path, try await anas.fields(path, ["do": "take-headline"])).status == 303)
            #expect(try await !anas.get(path).text.contains("theirs-headline"))
            #expect(try await anas.send(path, [:])["location"] == path + "?done=save")
            let article = try await site.backend.archive.read {
                try $0.articles.find(Int(path.split(separator: "/").last ?? "") ?? 0)
            }
            #expect(
                article?.draft.headline == "Of Rui" && article?.draft.byline == "Rui"
                    && article?.draft.bodyText == "Body of Ana")
        }
    }
}
