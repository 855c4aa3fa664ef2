/// A saving: what a device gives up to spare its battery or its reader's data. Each step costs less than the one before, on every link.
///
/// - Radio: a transfer costs energy for each byte, and keeps the radio of 3G and LTE awake for more than 10 s after the last one
///   (Balasubramanian et al., IMC 2009; Huang et al., MobiSys 2012): less to load, and longer pauses.
/// - Rendering: a page's images cost energy besides their bytes (Thiagarajan et al., WWW 2012): fewer pixels to decode.
/// - Screen: dark colours save 39 to 47 % of an OLED phone's power at full brightness, and 3 to 9 % at 30 to 50 % (Dash and
///   Hu, MobiSys 2021).
struct Saving {
    /// The rule that names it.
    let rule: Rule
    /// The share of the budget that is left.
    let budget: Double
    /// The most bytes, whatever the link.
    var budgetLimit = Int.max
    /// The share of the link's items that is left.
    let items: Double
    /// The most items of a whole edition.
    let editionLimit: Int
    /// The most device pixels per CSS pixel.
    let pixelRatioLimit: Double
    /// The highest quality class.
    let qualityLimit: Int
    /// Whether pages are dark.
    var isDark = false
    /// Minutes after which it is worth asking again.
    let pause: Int

    /// The saving for a battery, in percent; nil from half full on.
    static func battery(_ percent: Int) -> Saving? {
        switch percent {
        case 50...: nil
        case 20...:
            Saving(
                rule: .threeQuarters, budget: 0.75, items: 0.8, editionLimit: 80, pixelRatioLimit: 2, qualityLimit: 90,
                pause: 30)
        case 10...:
            Saving(
                rule: .half, budget: 0.5, items: 0.6, editionLimit: 40, pixelRatioLimit: 1.5, qualityLimit: 60,
                isDark: true, pause: 60)
        default:
            Saving(
                rule: .quarter, budget: 0.25, items: 0.4, editionLimit: 20, pixelRatioLimit: 1, qualityLimit: 30,
                isDark: true, pause: 60)
        }
    }

    /// The saving for a reader who wants to save data.
    static let data = Saving(
        rule: .saveData, budget: 0.75, budgetLimit: 60_000, items: 0.8, editionLimit: 80, pixelRatioLimit: 2,
        qualityLimit: 60, pause: 15)

    /// Those that apply to a device. A charger spares the battery.
    static func all(_ context: DeviceContext) -> [Saving] {
        let battery = context.isCharging == true ? nil : context.battery.flatMap(battery)
        return [context.saveData == true ? data : nil, battery].compactMap(\.self)
    }

    /// The row of the link table with less of everything.
    func reducing(_ row: LinkRow) -> LinkRow {
        var row = row
        row.items = row.items.map { min(editionLimit, max(1, Int((Double($0) * items).rounded()))) } ?? editionLimit
        row.thumbnailQuality = min(row.thumbnailQuality, qualityLimit)
        row.detailQuality = min(row.detailQuality, qualityLimit)
        row.pixelRatioLimit = min(row.pixelRatioLimit, pixelRatioLimit)
        row.pause = max(row.pause, pause)
        return row
    }
}
