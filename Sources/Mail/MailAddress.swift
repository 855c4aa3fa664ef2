/// The address of a mailbox, as every relay takes it: ASCII, and without the quoted local parts that hardly any mailbox has (RFC 5321, sections
/// 4.1.2 and 4.5.3.1).
package struct MailAddress: Hashable, Sendable, CustomStringConvertible {
    /// Why a text is no address.
    package enum Fault: Error, Sendable, Hashable, CaseIterable {
        /// It has no @, or several.
        case at
        /// The part before the @ is empty, longer than 64 characters, or has a character that mailboxes do not have.
        case mailbox
        /// The part after the @ is no host name of the public internet.
        case domain
        /// It is longer than 254 characters.
        case long
        /// It has letters beyond ASCII, which most relays refuse (RFC 6531 is optional).
        case international
    }

    /// The most characters (RFC 5321, section 4.5.3.1.3, without the angle brackets).
    package static let limit = 254

    /// The part before the @. Its case matters to its domain alone.
    package let mailbox: String
    /// The part after the @, in lower case.
    package let domain: String

    /// Takes what somebody typed; spaces around it are left out.
    package init(_ text: String) throws(Fault) {
        let bytes = Array(text.utf8).trimmed
        guard bytes.allSatisfy({ $0 < 0x80 }) else { throw .international }
        guard bytes.count <= Self.limit else { throw .long }
        let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .at }
        guard Self.isMailbox(parts[0]) else { throw .mailbox }
        guard HostName.isPublic(parts[1]) else { throw .domain }
        mailbox = String(decoding: parts[0], as: UTF8.self)
        domain = String(decoding: parts[1], as: UTF8.self).lowercased()
    }

    package var description: String { mailbox + "@" + domain }

    /// The address by which two of the same mailbox are told to be the same: hardly any domain tells case apart.
    package var key: String { description.lowercased() }

    /// A `Dot-string` of at most 64 octets.
    private static func isMailbox(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count <= 64 else { return false }
        return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy { atomBytes.contains($0) }
        }
    }

    /// The characters of an atom (RFC 5322, section 3.2.3).
    private static let atomBytes = Set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-/=?^_`{|}~".utf8)
}

/// Names of hosts (RFC 1123, section 2.1; RFC 1035, section 2.3.4).
enum HostName {
    /// Whether it is one of the public internet: at least two labels, the last of which is no number.
    static func isPublic(_ bytes: ArraySlice<UInt8>) -> Bool {
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard bytes.count <= 253, labels.count > 1, labels.allSatisfy(isLabel), let last = labels.last else {
            return false
        }
        return !last.allSatisfy { digits.contains($0) }
    }

    /// Whether it is a label: at most 63 letters, digits and hyphens, with no hyphen at its ends.
    static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
            && label.allSatisfy { $0 == hyphen || digits.contains($0) || letters.contains($0 | 0x20) }
    }

    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
}

extension [UInt8] {
    fileprivate var trimmed: [UInt8] {
        let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        return Array(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
