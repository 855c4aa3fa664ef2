package import Archive
package import News

/// The newsroom's link to the writer and the sender of newsletters.
package struct NewsletterLink: Sendable {
    /// Call when there is a mail to send.
    let wake: @Sendable () -> Void
    /// What a newsletter would send now; nil if it has no stories.
    let preview: @Sendable (MailingList, Masthead) async throws -> LetterDraft?

    package init(
        wake: @escaping @Sendable () -> Void,
        preview: @escaping @Sendable (MailingList, Masthead) async throws -> LetterDraft?
    ) {
        (self.wake, self.preview) = (wake, preview)
    }
}
