package import Archive
package import Documents
package import Logging
package import Web

extension Feature {
    /// Pictures as readers get them; their renditions are made, and abandoned uploads removed, in the background.
    package static func pictures(
        _ store: PictureStore, archive: Archive, revisions: Revisions, documents: DocumentCache, log: Logger
    ) -> Feature {
        Feature(
            loops: [
                PictureLadders(store: store, log: log), UploadCare(uploads: UploadStore(pictures: store), log: log),
            ],
            measure: { gauges in
                gauges.record("n4md_picture_worker_deaths", store.deaths)
                let formats = store.formats
                if let waiting = try? await archive.read({ try $0.ladders.count(lacking: formats) }) {
                    gauges.record("n4md_pictures_waiting", waiting)
                }
            }
        ) { router in
            PictureRoutes(store: store, archive: archive, revisions: revisions, documents: documents).add(to: router)
        }
    }
}
