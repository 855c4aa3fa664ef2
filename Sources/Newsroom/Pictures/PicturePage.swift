import Archive
import Editorial
import Imaging
import News
import Web

/// The page of a picture.
struct PicturePage: Sendable {
    struct Use: Sendable {
        var url: String
        var headline: String
        var notes: [String]
    }
    struct File: Sendable {
        var url: String
        var name: String
        var size: String
        var bytes: String
    }
    /// The size at which the picture is shown if no script tells how large it may be.
    struct Box: Sendable {
        var width: Int
        var height: Int

        /// Fits into 288 x 384 pixels, which every phone has, and is never too thin to documents.
        init(_ record: PictureRecord) {
            let scale = min(288 / Double(record.width), 384 / Double(record.height))
            width = max(44, Int(Double(record.width) * scale))
            height = max(44, Int(Double(record.height) * scale))
        }
    }

    var path: String
    var name: String
    var revision: Int
    var large: String
    var original: String
    /// Pixels of the original, upright.
    var width: Int
    var height: Int
    var box: Box
    var square: String
    var wide: String
    var focusX: Int
    var focusY: Int
    /// Named so because the page has a title too.
    var libraryTitle: String
    var alt: String
    var caption: String
    var credit: String
    /// Facts about the file.
    var facts: [String]
    var uses: [Use]
    var isUsed: Bool
    /// Whether readers see it.
    var isSeen: Bool
    var files: [File]
    /// The pictures that it replaced.
    var formers: [FormerPictureRow]
    var wasReplaced: Bool
    var canDescribe: Bool
    var canFocus: Bool
    var canReplace: Bool
    var canDelete: Bool
    /// The shortest side of a crop, in pixels.
    var leastCrop = CropArea.leastSide
    /// Whether a crop was refused, and another is to be drawn.
    var isCropping = false
    /// Whether the person may make it the newspaper's logo.
    var canBeLogo: Bool
    var isLogo: Bool
    /// The authors whose portrait it is, and those whose it can become; nil for people who may not change that.
    var portraits: PortraitChoice?
    /// Whether the person may make it a portrait or the logo, and whether it is one.
    var canUseOtherwise: Bool
    var isUsedOtherwise: Bool

    init(
        _ visit: NewsroomDesk.Visit, _ picture: LibraryPicture, _ renditions: [Rendition], _ uses: [PictureInArticle],
        _ formers: [FormerPicture], _ portrayed: [Author], authors: [Author],
        canReplace: Bool, typed: PictureWords? = nil
    ) {
        let (strings, record, words) = (visit.strings, picture.record, typed ?? picture.words)
        path = NewsroomLinks.picture(record.hash)
        name = picture.name(strings)
        revision = picture.revision
        (large, original) = (picture.media(960), picture.media(1920, 90))
        (width, height) = (record.width, record.height)
        box = Box(record)
        (square, wide) = (picture.media(240, 60, .square), picture.media(480, 60, .wide))
        (focusX, focusY) = (record.focus?.x ?? 50, record.focus?.y ?? 50)
        (libraryTitle, alt, caption, credit) = (words.title, words.alt, words.caption, words.credit)
        facts = [
            record.format.uppercased(), "\(record.width) × \(record.height)", Self.size(record.bytes),
            strings("room_cameAt", Moment(picture.createdAt, strings).text),
        ]
        if let uploader = picture.uploaderName { facts.append(strings("room_cameBy", uploader)) }
        if !picture.fileName.isEmpty { facts.append(picture.fileName) }
        self.uses = uses.map {
            Use(
                url: "/admin/articles/\($0.article)",
                headline: $0.headline.isEmpty ? strings["room_noHeadline"] : $0.headline,
                notes: [strings[$0.isLead ? "room_useLead" : "room_useText"]]
                    + ($0.isUnsaved ? [strings["room_useUnsaved"]] : $0.isSeen ? [strings["room_useSeen"]] : []))
        }
        isSeen = uses.contains(where: \.isSeen)
        isUsed = !uses.isEmpty || !portrayed.isEmpty || visit.masthead.presentation.logo?.hash == record.hash
        files = renditions.map {
            File(
                url: "/media/\(record.hash)/\($0.name.text)", name: $0.name.text, size: "\($0.width) × \($0.height)",
                bytes: Self.size($0.bytes))
        }
        self.formers = formers.map { FormerPictureRow($0, strings) }
        wasReplaced = !formers.isEmpty
        let editor = visit.editor
        canDescribe = picture.mayBeDescribed(by: editor)
        canFocus = editor.role >= .journalist
        (self.canReplace, canDelete) = (canReplace, picture.mayBeDeleted(by: editor))
        canBeLogo = editor.role >= .chief
        isLogo = visit.masthead.presentation.logo?.hash == record.hash
        portraits = editor.role >= .editor ? PortraitChoice(portrayed, authors) : nil
        canUseOtherwise = editor.role >= .editor
        isUsedOtherwise = !portrayed.isEmpty || isLogo
    }

    /// The authors whose portrait it is, and those whose it can become.
    struct PortraitChoice: Sendable {
        var portrayed: [Choice]
        var authors: [Choice]

        init(_ portrayed: [Author], _ authors: [Author]) {
            func choices(_ authors: [Author]) -> [Choice] {
                authors.map { Choice(value: $0.slug, name: $0.title, isChosen: false) }
            }
            self.portrayed = choices(portrayed)
            self.authors = choices(authors.filter { !portrayed.contains($0) })
        }
    }

    private static func size(_ bytes: Int) -> String { "\(max(1, bytes / 1000)) kB" }
}

extension PictureInArticle {
    /// Whether readers see it there.
    fileprivate var isSeen: Bool { status == "published" && !isUnsaved }
}
