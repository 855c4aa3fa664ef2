import Archive
import Foundation
import News
import PostgreSQL
@testable import Server
import Testing

extension DemoSiteTests {
    struct NewspaperTests {
        private func stories() async throws -> [Story] {
            try await SharedSite.site.backend.archive.read { holdings in
                let page = try holdings.stories.page(StoryQuery(limit: 100))
                let pictures = PicturePair(
                    thumbnail: PictureSpec(width: 320, quality: 30), detail: PictureSpec(width: 1600, quality: 90))
                let stories = try holdings.stories.find(page.entries.map(\.id), text: .html, pictures: pictures)
                // The archive returns them in no particular order, so this restores the page's.
                return page.entries.compactMap { entry in stories.first { $0.id == entry.id } }
            }
        }

        @Test func itIsANewspaper() async throws {
            let stories = try await stories()
            let masthead = try await SharedSite.site.backend.archive.read { try $0.newspaper.masthead() }
            #expect(stories.count >= 24)
            #expect(masthead.title == "The Breakwater")
            #expect(masthead.sections.count == 5)
            #expect(Set(stories.map(\.sectionID)).count == 5)
            #expect(Set(stories.map(\.edition)).count == 2)
            #expect(masthead.latestEdition?.number == 2)
            #expect(stories.contains { $0.language.hasPrefix("pt") })
            #expect(stories.contains { $0.language.hasPrefix("en") })
            #expect(stories.count { $0.place != nil } >= 3)
            #expect(
                stories.allSatisfy {
                    !$0.headline.isEmpty && !$0.standfirst.isEmpty && $0.text.utf8.count > 500 && !$0.byline.isEmpty
                })
            #expect(stories.map(\.publishedAt) == stories.map(\.publishedAt).sorted(by: >))
        }

        @Test func itsPicturesAreMade() async throws {
            let pictures = try await stories().compactMap(\.picture)
            #expect(pictures.count >= 20)
            #expect(
                pictures.allSatisfy {
                    !$0.alt.isEmpty && $0.thumbnails.last?.width == 320 && $0.details.last?.width == 1600
                })
        }

        @Test func itIsOfThisWeekOrTheLast() async throws {
            let newest = try #require(try await stories().first?.publishedAt)
            #expect(newest <= Date())
            #expect(newest > Date().addingTimeInterval(-14 * 86_400))
        }

        /// Nothing is imported if there is a newspaper already.
        @Test func itComesOnce() async throws {
            let again = try await Commands(SharedSite.site.backend).importDemo { _, _ in }
            #expect(again == nil)
        }
    }
}
