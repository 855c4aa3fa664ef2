import Credentials
package import Editorial
package import Exchange
import Hummingbird
package import Pictures
package import Web

extension Feature {
    /// The pages of the newsroom.
    package static func newsroom(
        _ desk: NewsroomDesk, editors: EditorDesk, finder: SourceFinder, pictures: PictureStore
    ) -> Feature {
        Feature(stop: {
            desk.passwords.stop()
            desk.strangers.stop()
            desk.linkChecker.stop()
        }) { router in
            router.add(middleware: NewsroomFaultMiddleware(desk: desk))
            NewsroomRoutes(desk: desk).add(to: router)
            SourcePageRoutes(desk: desk, finder: finder).add(to: router)
            PlaceRoutes(desk: desk, editors: editors).add(to: router, api: editors.api(router))
            LibraryRoutes(desk: desk, store: pictures).add(to: router)
            if let push = desk.push { MessagePageRoutes(desk: desk, push: push).add(to: router) }
            if let letters = desk.letters {
                NewsletterRoutes(desk: desk, letters: letters).add(to: router)
                MailDeliveryRoutes(desk: desk, letters: letters).add(to: router)
                ReaderPageRoutes(desk: desk).add(to: router)
            }
            NewspaperPageRoutes(desk: desk, store: pictures).add(to: router)
            WordsRoutes(desk: desk).add(to: router)
            DeletionRoutes(desk: desk, store: pictures).add(to: router)
            PicturePageRoutes(desk: desk, store: pictures).add(to: router)
            UploadRoutes(
                uploads: UploadStore(pictures: pictures), root: "/admin",
                words: { desk.strings($1).text(of: $0) }, editor: desk.scriptEditor
            ).add(to: router.group("/admin"))
        }
    }
}
