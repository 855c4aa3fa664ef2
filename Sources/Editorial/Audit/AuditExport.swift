package import Archive
import HTTPTypes
package import Hummingbird
import Syndication

/// The audit trail as CSV (RFC 4180), streamed page by page so that its length does not matter.
package struct AuditExport: Sendable {
    package let archive: Archive
    package let filter: AuditFilter

    package init(archive: Archive, filter: AuditFilter) {
        self.archive = archive
        self.filter = filter
    }

    /// Entries read at a time.
    private static let limit = 1000
    private static let names = ["id", "at", "editor_id", "editor", "address", "action", "subject", "detail"]

    /// The response. Throws before the first byte is sent if the archive is unavailable.
    package func response() async throws -> Response {
        let first = try await entries(before: nil)
        let headers: HTTPFields = [
            .contentType: "text/csv; charset=utf-8; header=present", .cacheControl: "no-store",
            .contentDisposition: "attachment; filename=\"audit.csv\"", .xContentTypeOptions: "nosniff",
        ]
        return Response(
            status: .ok, headers: headers,
            body: .init { writer in
                try await writer.write(ByteBuffer(string: Self.line(Self.names)))
                var page = first
                while let last = page.last {
                    try await writer.write(ByteBuffer(string: page.map(Self.line).joined()))
                    page = page.count < Self.limit ? [] : try await entries(before: last.id)
                }
                try await writer.finish(nil)
            })
    }

    private func entries(before id: Int?) async throws -> [AuditEntry] {
        try await archive.read { [filter] in try $0.audit.entries(filter, before: id, limit: Self.limit) }
    }

    private static func line(_ entry: AuditEntry) -> String {
        line([
            String(entry.id), RFC822.iso8601(entry.at), entry.editor.map { String($0.id) } ?? "",
            entry.editor?.name ?? "", entry.address ?? "", entry.action, entry.subject, entry.json,
        ])
    }

    static func line(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\r\n" }

    /// Quotes a cell. Spreadsheets run a cell that begins with one of these characters as a formula, so it
    /// gets an apostrophe in front (OWASP, "CSV Injection").
    private static func cell(_ text: String) -> String {
        let isFormula = text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
        return "\"" + (isFormula ? "'" : "") + quoted(text) + "\""
    }

    /// Works on scalars: a quotation mark with a combining accent is a different `Character`, but still
    /// ends a cell.
    private static func quoted(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\"" { scalars.append(scalar) }
            scalars.append(scalar)
        }
        return String(scalars)
    }
}
