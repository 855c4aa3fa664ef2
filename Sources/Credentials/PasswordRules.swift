import Foundation

/// The rules for a new password: it is long, and not one that is tried first (NIST SP 800-63B-4, section
/// 3.1.1.2). There are no rules about kinds of characters, which lead to passwords that people forget and
/// programs guess.
package enum PasswordRules {
    /// The least number of characters.
    package static let shortest = 10
    /// The greatest number of characters, so that nobody can make us work on a book.
    package static let longest = 200

    /// The reason for refusing a password.
    package enum Fault: String, Sendable, CaseIterable {
        case short, long, simple, name
    }

    /// The first fault of a password; nil if it is acceptable.
    /// - Parameter names: the names of the person and the newspaper, which somebody who knows them would try.
    package static func fault(of password: String, names: [String]) -> Fault? {
        if password.count < shortest { return .short }
        if password.count > longest { return .long }
        let plain = password.lowercased()
        let words = names.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber } }.filter { $0.count > 2 }
        let rest = words.reduce(plain) { $0.replacing($1, with: "") }
        if rest.count < shortest / 2 || rest != plain && isTriedFirst(rest) { return .name }
        return isTriedFirst(plain) ? .simple : nil
    }

    private static func isTriedFirst(_ password: String) -> Bool {
        isSimple(password) || UsualPasswords.contain(password)
    }

    /// Whether it has few different characters, or mostly ones that follow each other.
    private static func isSimple(_ password: String) -> Bool {
        let codes = password.unicodeScalars.map { Int($0.value) }
        let steps = zip(codes.dropFirst(), codes).map { $0 - $1 }
        return Set(codes).count < 5 || steps.filter { abs($0) <= 1 }.count > steps.count * 2 / 3
    }
}
