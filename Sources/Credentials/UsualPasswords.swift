import Foundation

/// The passwords at the top of leaked lists, by the rules with which people make them rather than as a list: usual words and rows of keys,
/// alone or one after another, with digits for letters, and any digits and signs between. Thousands of passwords follow from each word.
enum UsualPasswords {
    /// Whether a password in lower case is made in this way.
    static func contain(_ password: String) -> Bool {
        let plain = password.folding(options: .diacriticInsensitive, locale: nil)
        // Digits and signs at both ends are hardly ever meant as letters.
        let core = plain.trimming { !$0.isLetter }
        return [plain, String(core.map { letters[$0] ?? $0 })].contains { text in
            let word = Array(text.filter(\.isLetter))
            // A number that somebody remembers is a date or a telephone's. Many words are no usual password any more.
            return word.isEmpty ? password.count < 16 : word.count <= 18 && isMadeOfWords(word)
        }
    }

    /// Whether the letters are words from the list, one after another, and nothing else.
    private static func isMadeOfWords(_ letters: [Character]) -> Bool {
        var reached = [true] + [Bool](repeating: false, count: letters.count)
        for start in letters.indices where reached[start] {
            for end in start..<min(letters.count, start + longest) where words.contains(String(letters[start...end])) {
                reached[end + 1] = true
            }
        }
        return reached[letters.count]
    }

    /// The letters for which digits and signs stand.
    private static let letters: [Character: Character] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "!": "i", "€": "e",
    ]

    /// English and Portuguese words, names and rows of keys that are common in passwords, from general knowledge.
    private static let words = Set(
        """
        pass passwd passwort word let me in welcome admin administrator root user login logon master guest default temp test testing
        demo sample access secret private security change new old my the and you your i am is it a an of to for qwerty qwertyui
        qwert qwertz azerty qwer uiop asdf asdfg asdfgh asdfghj asdfghjk hjkl zxcv zxcvb zxcvbn zxcvbnm qaz wsx edc rfv tgb yhn ujm
        zaq xsw cde vfr abc abcd abcdef abcdefg abcdefgh xxx xxxx love lovely lover loves heart baby girl boy angel angels princess
        prince queen king sunshine sun moon star stars sky flower flowers butterfly rainbow chocolate cookie cookies cheese pepper
        ginger banana apple orange cherry coffee pizza honey sweet sweety sweetie sugar summer winter spring autumn monday tuesday
        wednesday thursday friday saturday sunday january february march april may june july august september october november
        december football soccer baseball basketball hockey tennis golf sports winner champion superman batman spiderman pokemon
        starwars matrix hacker killer hunter ranger soldier shadow dragon monkey tiger lion eagle horse dog cat kitty puppy fish
        bear wolf tigger buster snoopy mickey mustang ferrari porsche mercedes corvette harley yamaha computer internet samsung
        google facebook microsoft windows iphone android nokia linux server michael jordan jennifer jessica daniel andrew thomas
        robert charlie ashley nicole matthew anthony joshua michelle andrea jose joao pedro paulo carlos marta david william james
        george richard joseph martin sophie laura sarah anna alex alexander hello hi bye world whatever trustno nothing nobody
        forever freedom peace family friends friend mother father sister brother mom dad jesus christ god faith hope blessed heaven
        money lucky happy smile dream power magic music dance rock metal guitar gamer game games player school student teacher
        doctor office work home house london paris berlin madrid america england canada brazil brasil mexico liverpool chelsea
        arsenal barcelona realmadrid manchester united benfica porto sporting juventus news editor press journal media reporter
        paper daily times palavra passe de da do senha segredo entrar mudar amor amo te minha meu princesa estrela felicidade
        familia futebol portugal lisboa jornal noticias redacao chefe flor sol lua mar praia verao inverno gato cao amigo amiga
        obrigado deus
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    private static let longest = words.map(\.count).max() ?? 0
}

extension String {
    /// The text without such characters at both ends.
    fileprivate func trimming(_ isDropped: (Character) -> Bool) -> Substring {
        let rest = drop(while: isDropped)
        return rest.prefix(upTo: rest.lastIndex { !isDropped($0) }.map(rest.index(after:)) ?? rest.startIndex)
    }
}
