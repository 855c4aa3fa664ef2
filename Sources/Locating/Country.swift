/// A country that exists, by its code.
struct Country: Sendable, Hashable {
    /// ISO 3166-1 alpha-2 in upper case.
    let code: String

    /// Nil for anything that is not a country, such as the `EU` and `AP` of some files.
    init?(code: String) {
        let code = code.uppercased()
        guard CountryLanguages.table[code] != nil else { return nil }
        self.code = code
    }

    /// The country whose top-level domain a host is named under; nil for any other kind of domain, or one sold
    /// to everybody.
    init?(host: String) {
        let labels = host.split(separator: ".")
        guard labels.count > 1, let domain = labels.last?.lowercased(), domain.utf8.count == 2 else { return nil }
        if domain == "uk" {
            self.init(code: "GB")
        } else if Self.soldToEverybody.contains(domain[...]) {
            return nil
        } else {
            self.init(code: domain)
        }
    }

    /// Country domains in which few names belong to the country: those that search engines treat as generic,
    /// those that were given away for nothing, and offshore ones.
    private static let soldToEverybody: Set<Substring> = Set(
        """
        ac ad ag ai as bz cc cd cf co cx dj fm ga gd gg gl gq gs hm im io je la lc li ly me ml ms nf nu pn pw sc sh so sr st su \
        sx tc tk to tv vc vg ws eu
        """.split(separator: " "))
}
