import Foundation
import Mail

/// Writes and signs mails for others to read, or reads those that came back. It takes a line of JSON for each, and answers with a line: the mail as it would be sent, and the
/// record of the key that signed it.
@main
enum Probe {
    private struct Wish: Decodable {
        var sender: String
        var to: String
        var subject: String
        var list: String
        var text: String
        var html: String
    }
    private struct Written: Encodable {
        var mail: Data
        var recordName: String
        var record: String
    }

    private struct Bounced: Codable {
        var mail: Data
    }
    private struct Verdict: Encodable {
        var verdict: String
    }

    /// With `bounces` it takes mails that came back instead, and answers with what they say.
    static func main() throws {
        if CommandLine.arguments.contains("bounces") { return try readBounces() }
        let key = try DomainKey(domain: "breakwater.example", selector: "n4md")
        guard let page = URL(string: "https://breakwater.example/letters") else { return }
        var number = 0
        while let line = readLine() {
            let wish = try JSONDecoder().decode(Wish.self, from: Data(line.utf8))
            number += 1
            let mail = MailMessage(
                sender: wish.sender, from: try MailAddress("news@breakwater.example"), to: try MailAddress(wish.to),
                subject: wish.subject, date: Date(timeIntervalSince1970: 1_795_770_711), identifier: "probe.\(number)",
                text: wish.text, html: wish.html,
                list: MailingListFields(
                    name: wish.list, identifier: "daily.breakwater.example",
                    leave: page.appending(path: "unsubscribe"),
                    help: page))
            let written = Written(
                mail: Data(try mail.bytes(signedBy: key)), recordName: key.recordName, record: key.record)
            print(String(decoding: try JSONEncoder().encode(written), as: UTF8.self))
        }
    }

    private static func readBounces() throws {
        while let line = readLine() {
            let bounced = try JSONDecoder().decode(Bounced.self, from: Data(line.utf8))
            let verdict = Verdict(verdict: "\(BounceReport([UInt8](bounced.mail)).verdict)")
            print(String(decoding: try JSONEncoder().encode(verdict), as: UTF8.self))
        }
    }
}
