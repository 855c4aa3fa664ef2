/// Makes stories that resemble others but are different.
struct Negatives {
    var dice: Dice
    /// The sentences of long articles, by article.
    let pools: [[String]]
    private var number: Int

    /// - Parameter next: the number of the first story made.
    init(dice: Dice, articles: [Told], next: Int) {
        self.dice = dice
        pools = articles.map { Variants.sentences(of: $0.text) }.filter { $0.count >= 40 }
        number = next
    }

    /// A text of a number of sentences, at most one from each article, so that it duplicates none of them.
    private mutating func text(_ count: Int) -> String {
        pools.shuffled(using: &dice).prefix(count).compactMap { $0.randomElement(using: &dice) }.joined(separator: " ")
    }

    private mutating func told(_ kind: String, _ headline: String, _ text: String, standfirst: String = "") -> Told {
        number += 1
        return Told(
            story: number, kind: kind, headline: headline, standfirst: standfirst, text: text,
            address: "https://source\(number % 40).example/n/\(number)")
    }

    /// A follow-up to an article: almost the same headline, some of its sentences as background, and news.
    mutating func update(of article: Told) -> Told {
        let sentences = Variants.sentences(of: article.text)
        let again = sentences.shuffled(using: &dice).prefix(max(1, min(4, sentences.count / 5)))
        let ending =
            ["one year on", "what we know now", "the critics answer", "a first result"].randomElement(using: &dice)
            ?? ""
        return told("update", "\(article.headline): \(ending)", text(20) + " " + again.joined(separator: " "))
    }

    /// The parts of a series with the same headline.
    mutating func series(of article: Told) -> [Told] {
        (2...3).map { told("series", "\(article.headline), part \($0)", text(18)) }
    }

    /// Columns with the same headline every week.
    mutating func columns() -> [Told] {
        ["Letters to the editor", "The week in pictures", "Market report", "Weather for the weekend", "Editor's note"]
            .flatMap { headline in
                (0..<6).map {
                    $0 < 3
                        ? told("column", headline, text(12)) : told("column, short", headline, "", standfirst: text(2))
                }
            }
    }

    /// The beginnings of four articles in one text.
    mutating func roundUp(_ articles: [Told]) -> Told {
        let parts = articles.shuffled(using: &dice).prefix(4).map {
            $0.text.split(separator: " ").prefix(120).joined(separator: " ") + "."
        }
        return told(
            "round-up", "What happened this \(["morning", "week", "month"].randomElement(using: &dice) ?? "")",
            parts.joined(separator: "\n"))
    }

    /// A different story with the same boilerplate of its source around it.
    mutating func sameSource(_ variants: inout Variants) -> Told {
        var story = told("same source", "", text(Int.random(in: 5...15, using: &dice)))
        story.headline = story.text.split(separator: " ").prefix(8).joined(separator: " ")
        variants.surround(&story)
        return story
    }
}
