import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// A minimal Hummingbird server: one route that serves a file from memory. It gives `benchmarks/run`
/// the upper limit for any server built on Hummingbird.
@main
struct Bare {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard (3...4).contains(arguments.count), let port = Int(arguments[1]),
            let data = FileManager.default.contents(atPath: arguments[2])
        else {
            FileHandle.standardError.write(Data("Usage: bare PORT FILE [PATH]\n".utf8))
            exit(64)
        }
        let body = ByteBuffer(bytes: data)
        let router = Router()
        router.get(RouterPath(arguments.count == 4 ? arguments[3] : "/ws")) { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/xml; charset=utf-8"],
                body: ResponseBody(byteBuffer: body))
        }
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            logger: Logger(label: "bare"))
        try await application.runService()
    }
}
