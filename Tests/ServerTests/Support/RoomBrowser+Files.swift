import HTTPTypes
@testable import Server
@testable import Web

/// A file in a form.
struct ChosenFile {
    var name: String
    var bytes: [UInt8]
}

extension RoomBrowser {
    /// Sends a form with files, as browsers do without a script.
    /// - Parameter field: the name of the field for files.
    func send(
        _ path: String, _ fields: [String: String] = [:], files: [ChosenFile], field: String = "file",
        token: String? = nil
    ) async throws -> Answer {
        var body: [UInt8] = []
        var fields = fields
        fields["form_token"] = if let token { token } else { try await self.token() }
        for (name, value) in fields {
            body += Array("--m\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        for file in files {
            let name = file.name.replacing("\"", with: "%22")
            body += Array(
                "--m\r\nContent-Disposition: form-data; name=\"\(field)\"; filename=\"\(name)\"\r\nContent-Type: image/jpeg\r\n\r\n"
                    .utf8)
            body += file.bytes + [0x0D, 0x0A]
        }
        body += Array("--m--\r\n".utf8)
        return try await site.send(
            .post, path, ["Cookie": cookie, "Content-Type": "multipart/form-data; boundary=m"], body: body)
    }
}
