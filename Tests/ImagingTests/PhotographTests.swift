import Foundation
import Imaging
import Testing

/// Photographs of a real newspaper, which are not in the repository: in the folder named by `N4MD_SHARED_DATA`,
/// or in `shared/data` beside the checkout.
enum Photographs {
    static let paths: [String] = {
        let beside = URL(filePath: #filePath).appending(path: "../../../../shared/data").standardized.path
        let data = ProcessInfo.processInfo.environment["N4MD_SHARED_DATA"] ?? beside
        let folder = data + "/newspaper/media"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.sorted().map { "\(folder)/\($0)" }
    }()

    /// Every tenth photograph, and the two camera originals.
    static var sample: [String] {
        paths.enumerated().filter { $0.offset % 10 == 0 || $0.element.contains("IMG_") }.map(\.element)
    }
}

@Suite struct PhotographTests {
    @Test(.enabled(if: !Photographs.paths.isEmpty), arguments: Photographs.sample)
    func makesTheLadder(path: String) throws {
        let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        let header = try ImageHeader.read(bytes)
        let specs = [120, 320, 640, 1200].flatMap { width in
            [30, 60, 90].map { RenditionSpec(width: width, quality: $0) }
        }
        for rendition in try encodeRenditions(of: bytes, header: header, specs: specs).renditions {
            #expect(rendition.width == min(rendition.spec.width, header.displayWidth))
            let height = Double(header.displayHeight * rendition.width) / Double(header.displayWidth)
            #expect(abs(Double(rendition.height) - height) <= 0.5)
            #expect(rendition.bytes.count <= bytes.count)
            let read = try ImageHeader.read(rendition.bytes)
            #expect(read == ImageHeader(format: .jpeg, width: rendition.width, height: rendition.height))
        }
    }
}
