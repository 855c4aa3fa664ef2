package import News
package import Syndication

// A plan and its reasons in words.
extension Strings {
    /// The name of a rule.
    package func name(of rule: Rule) -> String { self["reason_" + rule.rawValue] }

    /// A rule, and what it changed.
    /// - Parameters:
    ///   - former: the plan before it, to tell how many stories and which quality it had; nil to leave that out.
    ///   - total: the number of stories that there are; nil if it is not known.
    package func words(of reason: Decision.Reason, instead former: DeliveryPlan? = nil, of total: Int? = nil) -> String
    {
        let effects = words(of: reason.effects, in: reason.plan, instead: former, of: total)
        return name(of: reason.rule) + (effects.isEmpty ? "" : ": " + effects.joined(separator: ", "))
    }

    /// The reasons in words, each with what those before it left.
    package func words(of reasons: [Decision.Reason]) -> [Reason] {
        zip(reasons, [nil] + reasons.map(\.plan)).map { Reason($0.rule, words(of: $0, instead: $1)) }
    }

    /// An edition, and the reason why it is opened.
    package func words(of suited: (edition: WebEdition, reason: WebEdition.Reason)) -> String {
        "\(self["face_" + suited.edition.rawValue]) (\(self["because_" + suited.reason.rawValue]))"
    }

    /// A limit on bytes in kilobytes, or in whole megabytes.
    private func size(_ bytes: Int) -> String {
        bytes >= 1_000_000 && bytes % 1_000_000 == 0 ? "\(bytes / 1_000_000) MB" : "\(bytes / 1000) kB"
    }

    /// A class of the quality of pictures.
    package func words(ofQuality quality: Int) -> String {
        self["plan_quality_" + (quality < 45 ? "low" : quality < 75 ? "medium" : "high")]
    }

    /// Parts of a plan, such as "6 stories at most" and "no pictures".
    package func words(
        of effects: Effects, in plan: DeliveryPlan, instead former: DeliveryPlan? = nil, of total: Int? = nil
    ) -> [String] {
        let picture = plan.pictures == .full ? plan.detail : plan.thumbnail
        let limits = ["width": "\(picture.width)", "quality": words(ofQuality: picture.quality)]
        let areBoth = effects.isSuperset(of: [.sizes, .quality])
        let areBack = former?.pictures == .off && plan.pictures != .off
        func instead(_ words: String?) -> String { words.map { self("plan_instead", $0) } ?? "" }
        let formerBudget = instead(former.flatMap { $0.budget == plan.budget ? nil : size($0.budget) })
        let formerItems = instead(
            former?.items.map { items in
                total.flatMap { items >= $0 ? self("plan_allItems", "\($0)") : nil } ?? "\(items)"
            })
        let formerText = instead(
            former.flatMap { $0.text == plan.text ? nil : self["plan_text_" + $0.text.rawValue] })
        let formerPicture = former.flatMap {
            $0.pictures == .off ? nil : $0.pictures == .full ? $0.detail : $0.thumbnail
        }
        let formerQuality = instead(
            formerPicture.map { words(ofQuality: $0.quality) }.flatMap { $0 == limits["quality"] ? nil : $0 })
        let small = words(ofQuality: plan.thumbnail.quality)
        let isMixed = plan.pictures == .full && small != words(ofQuality: plan.detail.quality)
        let smaller = isMixed ? self("plan_smallQuality", small) : ""
        let all: [(Effects, String)] = [
            (.items, plan.items.map { self("plan_items", $0) + formerItems } ?? self["plan_wholeEdition"]),
            (.text, self["plan_text_" + plan.text.rawValue] + formerText),
            (.pictures, self["plan_pictures_" + (areBack ? "back" : plan.pictures.rawValue)]),
            (
                .sizes,
                areBoth
                    ? filled("plan_widthAndQuality", limits) + formerQuality + smaller : filled("plan_width", limits)
            ),
            (.quality, filled("plan_quality", limits) + formerQuality + smaller),
            (.budget, self("plan_budget", size(plan.budget)) + formerBudget),
            (.palette, self["plan_palette_" + plan.palette.rawValue]),
            (.textSize, self("plan_textSize", String(plan.textSize))),
            (.order, self[plan.textsFirst ? "plan_textsFirst" : "plan_alike"]),
            (.sound, self[plan.offersAudio ? "plan_sound" : "plan_noSound"]),
            (.pause, self("plan_pause", String(plan.pause))),
        ]
        // Pictures that there are none of have neither, and both say that there are some.
        let says = !areBack && plan.pictures == .full && !effects.isDisjoint(with: [.sizes, .quality])
        let left: Effects =
            plan.pictures == .off
            ? [.sizes, .quality] : Effects(says ? [.pictures] : []).union(areBoth ? .quality : [])
        return all.filter { effects.subtracting(left).contains($0.0) }.map(\.1)
    }
}
