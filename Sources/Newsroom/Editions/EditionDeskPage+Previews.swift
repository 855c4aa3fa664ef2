import Editorial
import Foundation
import Web

// The previews that the page of an edition shows.
extension EditionDeskPage {
    /// A device, and the address of its preview.
    struct Device: Sendable {
        var key: String
        var name: String
        var url: String
    }
    /// A language of readers, of whose front page there are previews.
    struct Language: Sendable {
        var name: String
        var url: String
        var isCurrent: Bool
    }

    static func devices(_ number: Int, to reads: ReadersLanguage, _ strings: Strings) -> [Device] {
        (SeenAs.devices + [SeenAs.computer]).map {
            Device(
                key: $0.key, name: strings["room_device_" + $0.key],
                url: "\(NewsroomLinks.edition(number))/preview/\($0.key)?\(ReadersLanguage.field)=\(reads.code)")
        }
    }

    /// The choice among languages, and none.
    static func languages(_ codes: [String], _ number: Int, current: String, _ strings: Strings) -> [Language] {
        (Set(codes).subtracting([""]).sorted() + [""]).map { code in
            Language(
                name: code.isEmpty
                    ? strings["room_previewAny"] : strings.locale.localizedString(forLanguageCode: code) ?? code,
                url: "\(NewsroomLinks.edition(number))?\(ReadersLanguage.field)=\(code)#h-preview",
                isCurrent: code == current)
        }
    }
}
