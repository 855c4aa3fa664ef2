import Foundation

/// A reason why a secret in a file cannot be used, in words for the operator.
package enum SecretFileError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The file cannot be read or made.
    case unusable(path: String, reason: String)
    /// What it holds is too short to be a secret.
    case short(path: String)

    package var description: String {
        switch self {
        case .unusable(let path, let reason): "The secret in \(path) cannot be used: \(reason)."
        case .short(let path):
            "The file \(path) holds no secret: it must have at least \(SecretFile.least) characters."
        }
    }
}

/// The newspaper's secret in a file of its data folder, for an operator who gives none.
package enum SecretFile {
    /// The fewest characters of a secret.
    package static let least = 16
    private static let mode: mode_t = 0o600

    /// Reads the secret, or makes it at the first use: 256 random bits that only the owner of the file may read. Several servers may do so at
    /// once; all get the same.
    package static func read(_ path: String) throws(SecretFileError) -> Secret {
        if let secret = try existing(path) { return secret }
        // Written whole under another name first, so that nobody reads half of it.
        let draft = path + "." + UUID().uuidString
        defer { unlink(draft) }
        try write(Secret(bits: 256).text + "\n", to: draft)
        if link(draft, path) != 0, errno != EEXIST { throw .unusable(path: path, reason: reason(errno)) }
        guard let secret = try existing(path) else { throw .unusable(path: path, reason: "it vanished") }
        return secret
    }

    private static func existing(_ path: String) throws(SecretFileError) -> Secret? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw .unusable(path: path, reason: reason(errno))
        }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(file, &bytes, bytes.count)
        guard count >= 0 else { throw .unusable(path: path, reason: reason(errno)) }
        let text = String(decoding: bytes[..<count], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.unicodeScalars.count >= least else { throw .short(path: path) }
        return Secret(shown: text)
    }

    private static func write(_ text: String, to path: String) throws(SecretFileError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard file >= 0 else { throw .unusable(path: path, reason: reason(errno)) }
        defer { close(file) }
        let bytes = Array(text.utf8)
        guard Foundation.write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
            throw .unusable(path: path, reason: reason(errno))
        }
    }

    private static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
