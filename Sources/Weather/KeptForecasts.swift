import Documents
import Foundation
import News

/// What is known of the weather by cells, and which cells are to be asked for. Bounded, and with a clock of its caller's.
struct KeptForecasts: Sendable {
    /// What is known of a cell.
    struct Kept: Sendable {
        var forecast: Forecast?
        /// When the service last sent or confirmed it.
        var confirmed = Date.distantPast
        /// As the service wrote it, to ask only for what is newer.
        var lastModified: String?
        var town: String?
        /// Whether the town was looked for.
        var isNamed = false
        /// Before then the service is not asked again.
        var due = Date.distantPast
        fileprivate var report: WeatherReport?
        fileprivate var reportEnd = Date.distantPast

        /// Replaces the report by that of a moment.
        fileprivate mutating func update(_ now: Date, _ source: WeatherSource) {
            let stale = confirmed + KeptForecasts.age
            let found = now < stale ? forecast?.values(at: now) : nil
            report = found.map { WeatherReport(town: town, values: $0.values, source: source) }
            reportEnd = found.map { min($0.end, stale) } ?? .distantFuture
        }
    }

    /// The most cells to keep: about 2 kB each.
    static let limit = 4096
    /// The most cells that wait; more are not asked for until they are asked for again.
    static let queueLimit = 256
    /// The age in seconds from which a forecast is not shown any more.
    static let age = 6 * 3600.0
    /// Seconds until a cell for which there was no forecast is asked for again.
    static let patience = 600.0
    /// Seconds for which nothing is asked after a refusal: at first, and at most.
    static let (firstPause, longestPause) = (60.0, 3600.0)

    private let source: WeatherSource
    private var cells = ClockCache<Place, Kept>(limit: limit) { _ in 1 }
    private var queue: [Place] = []
    /// Those that wait, and the one that is under way.
    private var wanted: Set<Place> = []
    private var pause = 0.0
    private var pauseEnd = Date.distantPast

    init(source: WeatherSource) { self.source = source }

    /// The number of cells.
    var count: Int { cells.cost }

    /// The report of a cell at a moment; notes that somebody asked.
    /// - Parameter isFrozen: whether to give the report that was given last, whatever the time.
    mutating func report(of cell: Place, at now: Date, isFrozen: Bool) -> WeatherReport? {
        guard var kept = cells.value(cell) else {
            want(cell)
            return nil
        }
        if now >= kept.due { want(cell) }
        guard now >= kept.reportEnd, !isFrozen else { return kept.report }
        kept.update(now, source)
        cells.insert(kept, cell)
        return kept.report
    }

    private mutating func want(_ cell: Place) {
        guard queue.count < Self.queueLimit, wanted.insert(cell).inserted else { return }
        queue.append(cell)
    }

    /// The next cell to ask for, with what is known of it; nil if there is none, or nothing may be asked now.
    mutating func next(_ now: Date) -> (cell: Place, kept: Kept)? {
        guard now >= pauseEnd, !queue.isEmpty else { return nil }
        let cell = queue.removeFirst()
        return (cell, cells.value(cell) ?? Kept())
    }

    /// Keeps what is known of a cell from now on.
    mutating func keep(_ kept: Kept, _ cell: Place) {
        var kept = kept
        // Readers may have got another report meanwhile, or must go on getting the last one.
        kept.report = cells.value(cell)?.report
        kept.reportEnd = .distantPast
        cells.insert(kept, cell)
        wanted.remove(cell)
        pause = 0
    }

    /// After an answer of no use: loses nothing, and asks for nothing for a while, the longer the more often.
    /// - Parameter wish: the seconds that the service wants to be left alone.
    mutating func refuse(_ cell: Place, _ kept: Kept, _ now: Date, wish: Int?) {
        let before = pause
        var kept = kept
        kept.due = now + Self.patience
        keep(kept, cell)
        pause = min(max(before * 2, Self.firstPause), Self.longestPause)
        pauseEnd = now + max(pause, Double(min(wish ?? 0, 86_400)))
    }
}
