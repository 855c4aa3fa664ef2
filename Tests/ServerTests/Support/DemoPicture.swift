import Foundation

@testable import Web

/// The demo newspaper's pictures, for tests that need photographs.
enum DemoPicture {
    static var folder: String { get throws { try Home().assets + "/demo" } }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(try folder)/\(name).jpg")))
    }
}
