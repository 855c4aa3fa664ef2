/// The part of a picture that a rendition shows.
package enum PictureShape: String, Sendable, Hashable, CaseIterable {
    /// All of it.
    case whole
    /// As high as it is wide, for lists.
    case square
    /// 16 to 9, for cards on large screens.
    case wide
}
