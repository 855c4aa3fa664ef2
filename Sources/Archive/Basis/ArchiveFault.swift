import PostgreSQL

/// A kind of database error, for callers that do not know the database:
///
/// ```swift
/// do { … } catch ArchiveFault.taken { … }
/// ```
package struct ArchiveFault: Sendable {
    fileprivate let isMeant: @Sendable (PostgresError) -> Bool

    /// The database is away or busy: trying again later may help.
    package static let away = ArchiveFault { $0.isTransient }
    /// The database refused the request: trying again does not help.
    package static let refused = ArchiveFault { !$0.isTransient }
    /// A name or number that must be unique is already in use.
    package static let taken = ArchiveFault { $0.isRefused { $0 == .uniqueViolation } }
    /// The row is still referred to, or refers to one that does not exist.
    package static let inUse = ArchiveFault { $0.isRefused { $0 == .foreignKeyViolation } }
    /// A value cannot be stored, such as a number out of range.
    package static let badValue = ArchiveFault { $0.isRefused { $0.isBadValue } }
    /// The database's disk is full.
    package static let diskFull = ArchiveFault { $0.isRefused { $0 == .diskFull } }
    /// Two transactions collided: trying again may help.
    package static let collision = ArchiveFault { $0.isRefused { $0 == .uniqueViolation || $0.code.hasPrefix("40") } }

    /// Whether an error is of this kind.
    package static func ~= (fault: ArchiveFault, error: any Error) -> Bool {
        (error as? PostgresError).map(fault.isMeant) ?? false
    }

    /// The name of the unique constraint that an error violates; nil for any other error.
    package static func constraint(of error: any Error) -> String? {
        guard case PostgresError.refused(.uniqueViolation, _, let constraint) = error else { return nil }
        return constraint ?? ""
    }

    /// The error for a request that there is no time or room for now.
    package static var overloaded: any Error { PostgresError.overloaded }
}

extension PostgresError {
    fileprivate func isRefused(_ condition: (SQLState) -> Bool) -> Bool {
        if case .refused(let state, _, _) = self { condition(state) } else { false }
    }
}
