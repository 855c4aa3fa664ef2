import Foundation

@testable import Web

/// Pictures of the demo newspaper, which are photographs enough for tests.
enum DemoPicture {
    static var folder: String { get throws { try Home().assets + "/demo" } }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(try folder)/\(name).jpg")))
    }
}
