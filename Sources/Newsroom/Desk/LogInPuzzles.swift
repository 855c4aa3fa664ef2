import Archive
import Credentials
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Web

/// The puzzles of the log-in page, under the key that the newspaper's servers share.
actor LogInPuzzles {
    private let archive: Archive
    private var made: Puzzles?

    init(archive: Archive) { self.archive = archive }

    func puzzles() async throws -> Puzzles {
        if let made { return made }
        let puzzles = Puzzles(key: try await archive.read { try $0.logIn.puzzleKey() })
        made = puzzles
        return puzzles
    }

    /// The bits of a solution that is good and was not used before; 0 if it is not.
    func redeem(_ solved: Puzzles.Solved?) async throws -> Int {
        guard let solved else { return 0 }
        let key = Secret(shown: "puzzle\u{0}" + solved.name).hash
        return try await archive.write { try $0.logIn.usePuzzle(key) } ? solved.bits : 0
    }
}

/// A puzzle as the log-in page's script gets it.
struct LogInPuzzle: Encodable {
    /// The zero bits that are wanted; 0 if no puzzle need be solved now.
    var bits: Int
    var puzzle: String

    func response() throws -> Response {
        let bytes = try JSONEncoder().encode(self)
        return Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
