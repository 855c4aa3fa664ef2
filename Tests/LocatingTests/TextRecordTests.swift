import Foundation
import Glibc
@testable import Locating
import Testing

/// A name server on this machine that answers with some texts, or refuses to, until the tests end.
private struct NameServer {
    let port: UInt16

    /// - Parameters:
    ///   - isCut: whether there would be more, over TCP.
    ///   - code: of the answer: 0 for success, 3 if there is no such name, 2 for a failure (RFC 1035, section 4.1.1).
    init(_ texts: [[String]], code: UInt8 = 0, isCut: Bool = false) throws {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        try #require(bound)
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { Self.serve(socket, texts, code, isCut) }
    }

    private static func serve(_ descriptor: Int32, _ texts: [[String]], _ code: UInt8, _ isCut: Bool) {
        var (query, sender) = ([UInt8](repeating: 0, count: 512), sockaddr())
        while true {
            var length = socklen_t(MemoryLayout<sockaddr>.size)
            let read = recvfrom(descriptor, &query, query.count, 0, &sender, &length)
            guard read > 12 else { return }
            var answer = Array(query[..<read])
            (answer[2], answer[3]) = (isCut ? 0x86 : 0x84, code)
            (answer[6], answer[7], answer[10], answer[11]) = (0, UInt8(texts.count), 0, 0)
            // Without what the question has at its end (RFC 6891).
            let end = (answer[12...].firstIndex(of: 0) ?? 12) + 5
            answer.removeSubrange(end...)
            for parts in texts {
                let data = parts.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
                answer += [0xC0, 12, 0, 16, 0, 1, 0, 0, 0, 60, UInt8(data.count >> 8), UInt8(data.count & 0xFF)] + data
            }
            _ = sendto(descriptor, answer, answer.count, 0, &sender, length)
        }
    }
}

@Suite("Texts of the domain name system")
struct TextRecordTests {
    private func ask(_ server: NameServer) -> TextRecords.Answer {
        TextRecords.ask("news.example.org", at: server.port)
    }

    @Test("Parts of a text belong together, and records apart") func texts() throws {
        let long = [String(repeating: "a", count: 255), String(repeating: "b", count: 100)]
        let answer = ask(try NameServer([["v=spf1 ", "-all"], long, [""]]))
        #expect(answer == .texts(["v=spf1 -all", long.joined(), ""]))
    }

    @Test("What there is not is told from what nobody answers") func none() throws {
        #expect(ask(try NameServer([])) == .texts([]))
        #expect(ask(try NameServer([], code: 3)) == .texts([]))
        #expect(ask(try NameServer([], code: 2)) == .unavailable)
        #expect(ask(try NameServer([["v=spf1 -all"]], isCut: true)) == .unavailable, "the rest could say otherwise")
    }
}
