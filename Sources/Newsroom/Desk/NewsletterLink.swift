package import Archive
package import Mail
package import News

/// The newsroom's link to the writer and the sender of newsletters.
package struct NewsletterLink: Sendable {
    /// Call when there is a mail to send.
    let wake: @Sendable () -> Void
    /// What a newsletter would send now; nil if it has no stories.
    let preview: @Sendable (MailingList, Masthead) async throws -> LetterDraft?
    /// The records that other mail servers look up, and the key that signs.
    let checklist: @Sendable () async throws -> (checks: [MailCheck], key: DomainKey)

    package init(
        wake: @escaping @Sendable () -> Void,
        preview: @escaping @Sendable (MailingList, Masthead) async throws -> LetterDraft?,
        checklist: @escaping @Sendable () async throws -> (checks: [MailCheck], key: DomainKey)
    ) {
        (self.wake, self.preview, self.checklist) = (wake, preview, checklist)
    }
}
