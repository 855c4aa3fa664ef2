import News
import Testing

struct AccentColorTests {
    @Test(arguments: ["", "red", "#12345", "#1234567", "#12345g", "a01c1c", "#+12345", "＃a01c1c"])
    func isWrittenInSixDigits(_ text: String) {
        #expect(AccentColor(text) == nil)
    }

    /// The figures are those of WebAIM's contrast checker.
    @Test(arguments: [("#000000", 20.6), ("#a01c1c", 7.7), ("#FFFFFF", 1.0), ("#0b5f66", 7.2), ("#777777", 4.4)])
    func hasTheContrastOfWCAG(_ text: String, _ contrast: Double) throws {
        let color = try #require(AccentColor(text))
        #expect(color.text == text.lowercased())
        #expect(abs(color.contrast - contrast) < 0.11, "\(color.contrast)")
    }

    @Test(arguments: ["#ffff00", "#ffffff", "#ffaa00", "#00ff00", "#808080"])
    func becomesReadableByDay(_ text: String) throws {
        let color = try #require(AccentColor(text))
        #expect(color.contrast < AccentColor.leastContrast && color.readable.contrast >= AccentColor.leastContrast)
        #expect(color.readable.readable == color.readable)
    }

    @Test(arguments: ["#000000", "#000080", "#a01c1c", "#ffffff"])
    func isLightByNight(_ text: String) throws {
        let color = try #require(AccentColor(text))
        #expect(color.night.contrast < 3, "what is light by night is faint by day")
        #expect(color.night.night == color.night)
    }

    @Test(
        arguments: [
            ("https://a.example/", true), ("mailto:a@b.example", true), ("/pages/x", true), ("tel:+351", true),
            ("https://", false), ("//evil.example", false), ("/\\evil.example", false), ("javascript:alert(1)", false),
            ("data:text/html,x", false), ("https://a b", false), ("https://a\"b", false), ("x", false), ("", false),
        ])
    func aLinkInTheFooterIsSafe(_ address: String, _ isSafe: Bool) {
        #expect(FooterLink(name: "x", address: address).isSafe == isSafe)
    }
}
