import Web

/// Bytes as the pages about decisions write them.
enum Kilobytes {
    /// Thousands of bytes, to a tenth.
    static func text(_ bytes: Int, _ strings: Strings) -> String {
        "\(Double(bytes / 100) / 10) kB".replacing(".", with: strings["decimalPoint"])
    }
}
