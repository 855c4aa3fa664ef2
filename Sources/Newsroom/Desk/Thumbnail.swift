import News

/// Small versions of pictures on the newsroom's pages.
enum Thumbnail {
    /// The address of a picture's, by its hash; nil if there is none.
    static func address(_ hash: String) -> String? { isSHA256(hash) ? "/media/\(hash)/240q60.jpg" : nil }
}
