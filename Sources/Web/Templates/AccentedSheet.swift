package import News
import Synchronization

/// A style sheet that goes inline into pages, in the newspaper's accent colour.
package final class AccentedSheet: Sendable {
    /// A style sheet, and the source expression by which a content security policy allows it.
    package struct Sheet: Sendable {
        package let css: String
        package let source: String

        package init(_ css: String) {
            self.css = css
            source = Style.source(css)
        }
    }

    /// The sheet in the program's own colour.
    package let plain: Sheet
    /// The sheet in the last colour asked for; a newspaper has one.
    private let last = Mutex<(accent: AccentColor, sheet: Sheet)?>(nil)
    /// The program's own colours by day and by night, as they stand in the sheets.
    private static let own = (day: "#a01c1c", night: "#ff9a86")

    package init(_ css: String) { plain = Sheet(css) }

    /// The sheet in an accent colour; nil for the program's own. Linked sheets take it from `--accent`.
    package func sheet(_ accent: AccentColor?) -> Sheet {
        guard let accent else { return plain }
        return last.withLock { last in
            if let last, last.accent == accent { return last.sheet }
            let css = plain.css.replacing(Self.own.day, with: accent.text)
                .replacing(Self.own.night, with: accent.night.text)
            let sheet = Sheet(":root{--accent:\(accent.text)}\(css)")
            last = (accent, sheet)
            return sheet
        }
    }
}
