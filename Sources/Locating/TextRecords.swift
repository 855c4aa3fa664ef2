import CResolv
import Glibc
import NIOPosix

/// The texts that the domain name system has of a name (TXT, RFC 1035, section 3.3.14), with which domains say who may send their mails.
package struct TextRecords: Sendable {
    /// The answer about a name.
    package enum Answer: Sendable, Equatable {
        /// Its texts; none if there is no such name.
        case texts([String])
        /// No server answered.
        case unavailable
    }

    /// Looks a name up. May take some seconds.
    package let find: @Sendable (String) async -> Answer

    /// - Parameter find: the domain name system, for which tests have a replacement.
    package init(find: @escaping @Sendable (String) async -> Answer) { self.find = find }

    /// As the system's name servers answer.
    package static let system = TextRecords { name in
        (try? await NIOThreadPool.singleton.runIfActive { ask(name, at: nil) }) ?? .unavailable
    }

    /// The most bytes of an answer, and of a text, that are read.
    private static let room = 16_384

    /// Asks the system's name servers, or the one at a port of this machine. Blocks for seconds.
    static func ask(_ name: String, at port: UInt16?) -> Answer {
        var server = sockaddr_in()
        server.sin_family = sa_family_t(AF_INET)
        server.sin_port = (port ?? 0).bigEndian
        server.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { answer in
            let length = withUnsafePointer(to: &server) { server in
                n4md_query_texts(name, port == nil ? nil : server, answer.baseAddress, Int32(room))
            }
            guard length >= 0 else {
                return length == Int32(n4md_no_record) ? .texts([]) : .unavailable
            }
            return .texts(texts(in: UnsafeBufferPointer(rebasing: answer[..<Int(length)])))
        }
    }

    private static func texts(in answer: UnsafeBufferPointer<UInt8>) -> [String] {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { text in
            var texts: [String] = []
            while true {
                let bytes = n4md_text(
                    answer.baseAddress, Int32(answer.count), Int32(texts.count), text.baseAddress, Int32(room))
                guard bytes >= 0 else { return texts }
                texts.append(String(decoding: text[..<Int(bytes)].map { UInt8(bitPattern: $0) }, as: UTF8.self))
            }
        }
    }
}
