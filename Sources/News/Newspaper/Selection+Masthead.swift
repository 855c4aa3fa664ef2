extension Selection {
    /// The number of languages that make a difference: the first ones that a reader names.
    static let languageLimit = 3

    /// Puts news near the reader and in the reader's languages first, as far as the context says and the
    /// newspaper makes a difference. Later pages go on by time alone: otherwise the preferred stories would
    /// come first on each page and keep it from going on.
    package mutating func prefer(_ context: DeviceContext, in masthead: Masthead?) {
        if articles.count != 1 || part == 0 { part = nil }
        guard articles.isEmpty else {
            // A reader who names articles has the others, and wants these whether they changed or not.
            since = nil
            return
        }
        guard let masthead else { return }
        if masthead.hasPlaces, before == nil || isLocal, let cell = context.cell { near = cell }
        guard before == nil else { return }
        let primary = context.languages.prefix(Self.languageLimit).compactMap {
            $0.lowercased().split(separator: "-").first.map { String($0) }
        }
        let read = Set(primary).intersection(masthead.languages)
        languages = read.count == masthead.languages.count ? [] : read.sorted()
    }
}

extension DeviceContext {
    /// Metres: a reader whose position is less accurate than this has no place.
    private static let accuracyLimit = 50_000.0

    /// The cell of a tenth of a degree that stands for the reader's place; nil if that is not known, or not well enough.
    package var cell: Place? {
        guard let latitude, let longitude, accuracy ?? 0 <= Self.accuracyLimit else { return nil }
        return Place(latitude: latitude, longitude: longitude)?.coarse
    }
}
