import Testing

@testable import Mail

@Suite("Mails that came back")
struct BounceReportTests {
    private static func report(_ action: String, _ status: String) -> String {
        """
        From: MAILER-DAEMON@mx.example.org
        To: news+12.00ff@news.example
        Content-Type: multipart/report; report-type=delivery-status; boundary=b

        --b
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mx.example.org

        Final-Recipient: rfc822; ana@example.org
        Action: \(action)
        Status: \(status)
         (more words)
        --b--
        """
    }

    @Test(
        "A report says what happened by its codes",
        arguments: [
            ("failed", "5.1.1", .hard), ("failed", "5.7.1", .hard), ("failed", "5.2.2", .soft),
            ("failed", "5.4.1", .soft), ("failed", "4.4.7", .soft), ("delayed", "4.4.7", .nothing),
            ("delivered", "2.0.0", .nothing), ("failed", "rubbish", .soft),
        ] as [(String, String, BounceReport.Verdict)])
    func codes(_ action: String, _ status: String, _ verdict: BounceReport.Verdict) {
        let report = BounceReport(Array(Self.report(action, status).utf8))
        #expect(report.verdict == verdict)
        #expect(report.addresses.map(\.description) == ["news+12.00ff@news.example"])
    }

    @Test(
        "What is no report is read by its words",
        arguments: [
            ("Subject: Out of office\n\nI am back on Monday.", .nothing), ("", .nothing), ("\0\n\u{FFFD}:::", .nothing),
            ("Feedback-Type: abuse\nVersion: 1", .complaint), ("Subject: Hello\n\n<a@example.org>: 550 no", .hard),
            ("Subject: Hello\n\n452 later", .soft), ("Subject: Undelivered Mail\n\nSorry.", .hard),
            ("Subject: Delivery Status Notification (Delay)\n\n450 later", .nothing),
            ("Subject: Undeliverable\n\nMailbox is full", .soft), ("From: MAILER-DAEMON\n\nдоставка", .soft),
        ] as [(String, BounceReport.Verdict)])
    func words(_ mail: String, _ verdict: BounceReport.Verdict) {
        #expect(BounceReport(Array(mail.utf8)).verdict == verdict)
        #expect(BounceReport(Array(mail.replacing("\n", with: "\r\n").utf8)).verdict == verdict)
    }
}
