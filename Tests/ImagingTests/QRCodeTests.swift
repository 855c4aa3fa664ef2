import Imaging
import Testing

struct QRCodeTests {
    /// The modules of a code, read from its path.
    private func modules(_ code: QRCode) -> [[Bool]] {
        var modules = Array(repeating: Array(repeating: false, count: code.side), count: code.side)
        for run in code.path.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
            guard let x = Int(run.1), let y = Int(run.2), let width = Int(run.3) else { continue }
            for column in x..<x + width { modules[y][column] = true }
        }
        return modules
    }

    @Test(arguments: [
        "a", "otpauth://totp/Paper:Ana?secret=JBSWY3DPEHPK3PXP&issuer=Paper", String(repeating: "ã", count: 500),
    ])
    func hasTheFindersOfTheStandardAndAQuietZone(_ text: String) throws {
        let code = try #require(QRCode(text))
        #expect((code.side - 8 - 17) % 4 == 0)
        let modules = modules(code)
        for index in 0..<code.side {
            for margin in [0, 3, code.side - 4, code.side - 1] {
                #expect(!modules[margin][index] && !modules[index][margin])
            }
        }
        // A finder: a ring of seven around a square of three, in three corners.
        for (x, y) in [(4, 4), (code.side - 11, 4), (4, code.side - 11)] {
            for row in 0..<7 {
                for column in 0..<7 {
                    let ring = max(abs(row - 3), abs(column - 3))
                    #expect(modules[y + row][x + column] == (ring != 2))
                }
            }
        }
        #expect(!code.path.contains { !"Mhvz- 0123456789".contains($0) })
    }

    @Test(arguments: ["", "a\0b", String(repeating: "a", count: 1001)])
    func whatCannotBeOneIsNone(_ text: String) { #expect(QRCode(text) == nil) }
}
