import Foundation
import WebPush

/// Makes messages of Web Push for others to read. It takes a line of JSON for each, with the device's keys, its endpoint, a contact and the
/// text, and answers with a line: the message as it would be sent, and its header `Authorization`.
@main
enum Probe {
    private struct Wish: Decodable {
        var endpoint: URL
        var p256dh: String
        var auth: String
        var contact: String
        var text: Data
    }
    private struct Message: Encodable {
        var body: Data
        var authorization: String
    }

    static func main() throws {
        let key = ApplicationKey()
        while let line = readLine() {
            let wish = try JSONDecoder().decode(Wish.self, from: Data(line.utf8))
            let message = Message(
                body: try PushMessage.encrypt(wish.text, for: PushKeys(p256dh: wish.p256dh, auth: wish.auth)),
                authorization: try key.authorization(
                    for: wish.endpoint, contact: wish.contact, expiry: Date(timeIntervalSinceNow: 3600)))
            print(String(decoding: try JSONEncoder().encode(message), as: UTF8.self))
        }
    }
}
