import Credentials
import Foundation
import Testing

@Suite("The secret in a file")
struct SecretFileTests {
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = "/tmp/n4md-secret-test-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test("It is made once, and only its owner may read it") func made() throws {
        try withFolder { folder in
            let path = folder + "/secret"
            let secret = try SecretFile.read(path)
            #expect(try SecretFile.read(path).text == secret.text && secret.text.utf8.count == 43)
            #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["secret"])
        }
    }

    @Test("Many that make it at once get the same") func together() async throws {
        let path = "/tmp/n4md-secret-test-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        let all = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { try SecretFile.read(path).text } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(all.count == 1)
    }

    @Test("What is no secret, and what cannot be read, is told") func faults() throws {
        try withFolder { folder in
            let path = folder + "/secret"
            try "short\n".write(toFile: path, atomically: false, encoding: .utf8)
            #expect(throws: SecretFileError.short(path: path)) { try SecretFile.read(path) }
            #expect(throws: SecretFileError.self) { try SecretFile.read(folder) }
            #expect(throws: SecretFileError.self) { try SecretFile.read(folder + "/none/secret") }
        }
    }
}
