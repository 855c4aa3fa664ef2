import PostgreSQL

/// What is wrong with the database, or with what it was asked, in words that need not know it. For `catch`:
///
/// ```swift
/// do { … } catch ArchiveFault.taken { … }
/// ```
package struct ArchiveFault: Sendable {
    fileprivate let isMeant: @Sendable (PostgresError) -> Bool

    /// The database is away or busy: trying again later may help.
    package static let away = ArchiveFault { $0.isTransient }
    /// It did not take what it was given: trying again does not help.
    package static let refused = ArchiveFault { !$0.isTransient }
    /// A name or a number that must be one thing's alone is another's.
    package static let taken = ArchiveFault { $0.isRefused { $0 == .uniqueViolation } }
    /// It is still referred to, or what it refers to is not there.
    package static let inUse = ArchiveFault { $0.isRefused { $0 == .foreignKeyViolation } }
    /// A value that cannot be kept, such as a number out of range.
    package static let badValue = ArchiveFault { $0.isRefused { $0.isBadValue } }
    /// There is no room on the disk of the database.
    package static let diskFull = ArchiveFault { $0.isRefused { $0 == .diskFull } }
    /// Somebody did the same at the same time, or two waited for each other: it may pass by itself.
    package static let collision = ArchiveFault { $0.isRefused { $0 == .uniqueViolation || $0.code.hasPrefix("40") } }

    /// Whether an error is such a fault.
    package static func ~= (fault: ArchiveFault, error: any Error) -> Bool {
        (error as? PostgresError).map(fault.isMeant) ?? false
    }

    /// What must be one thing's alone, and is another's: the name of the constraint, where the error is of that kind.
    package static func constraint(of error: any Error) -> String? {
        guard case PostgresError.refused(.uniqueViolation, _, let constraint) = error else { return nil }
        return constraint ?? ""
    }

    /// Says that there is no time or room for a request now.
    package static var overloaded: any Error { PostgresError.overloaded }
}

extension PostgresError {
    fileprivate func isRefused(_ condition: (SQLState) -> Bool) -> Bool {
        if case .refused(let state, _, _) = self { condition(state) } else { false }
    }
}
