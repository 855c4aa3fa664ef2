import CMaxMind

/// The entry of a database file for one network: maps within maps, from which single values are read by
/// path.
struct LocationEntry {
    private let entry: MMDB_entry_s

    init(_ entry: MMDB_entry_s) { self.entry = entry }

    /// The text at a path.
    func text(_ path: StaticString...) -> String? {
        guard let value = value(path), Int32(bitPattern: value.type) == MMDB_DATA_TYPE_UTF8_STRING,
            let start = value.utf8_string
        else { return nil }
        // It is not terminated by a zero.
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(value.data_size))
        return String(validating: bytes, as: UTF8.self)
    }

    /// The number at a path; writers choose different types.
    func number(_ path: StaticString...) -> Double? {
        guard let value = value(path) else { return nil }
        return switch Int32(bitPattern: value.type) {
        case MMDB_DATA_TYPE_DOUBLE: value.double_value
        case MMDB_DATA_TYPE_FLOAT: Double(value.float_value)
        case MMDB_DATA_TYPE_UINT16: Double(value.uint16)
        case MMDB_DATA_TYPE_UINT32: Double(value.uint32)
        case MMDB_DATA_TYPE_UINT64: Double(value.uint64)
        case MMDB_DATA_TYPE_INT32: Double(value.int32)
        default: nil
        }
    }

    private func value(_ path: [StaticString]) -> MMDB_entry_data_s? {
        // Static strings end with a zero and stay where they are.
        let names = path.map { UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self) } + [nil]
        var entry = entry
        var value = MMDB_entry_data_s()
        guard MMDB_aget_value(&entry, &value, names) == MMDB_SUCCESS, value.has_data else { return nil }
        return value
    }
}
