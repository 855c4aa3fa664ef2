import Foundation

/// What a new password must be like: long, and not what is tried first (NIST SP 800-63B-4, section 3.1.1.2). There are no rules about kinds
/// of characters, which make passwords that people forget and programs guess.
package enum PasswordRules {
    /// Characters, at least.
    package static let shortest = 10
    /// Characters, at most, so that nobody can make us work on a book.
    package static let longest = 200

    /// What keeps a password from being taken.
    package enum Fault: String, Sendable, CaseIterable {
        case short, long, simple, name
    }

    /// The first fault of a password; nil where it may be taken.
    /// - Parameter names: the person's, the newspaper's: what somebody who knows them tries.
    package static func fault(of password: String, names: [String]) -> Fault? {
        if password.count < shortest { return .short }
        if password.count > longest { return .long }
        let plain = password.lowercased()
        let words = names.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber } }.filter { $0.count > 2 }
        let rest = words.reduce(plain) { $0.replacing($1, with: "") }
        if rest.count < shortest / 2 || rest != plain && isSimple(rest) { return .name }
        return isSimple(plain) || common.contains(where: { plain.hasPrefix($0) && plain.count - $0.count < 4 })
            ? .simple : nil
    }

    /// Few different characters, or such as follow each other.
    private static func isSimple(_ password: String) -> Bool {
        let codes = password.unicodeScalars.map { Int($0.value) }
        let steps = zip(codes.dropFirst(), codes).map { $0 - $1 }
        return Set(codes).count < 5 || steps.filter { abs($0) <= 1 }.count > steps.count * 2 / 3
    }

    /// The longer ones that lists of leaked passwords begin with.
    private static let common = [
        "password", "passw0rd", "qwertyuiop", "qwerty123", "iloveyou", "1q2w3e4r", "letmein", "welcome", "football",
        "administrator",
        "changeme", "newspaper", "palavra", "1qaz2wsx", "zaq12wsx", "superman", "princess", "sunshine", "trustno1",
        "asdfghjkl",
    ]
}
