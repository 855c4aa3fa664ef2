import Archive
import Editorial
import News
import Web

/// The page of all sections.
struct SectionsPage: Sendable {
    struct Row: Sendable {
        var slug: String
        var name: String
        var articles: String
        var isFirst: Bool
        var isLast: Bool
    }

    var rows: [Row]
    /// Whether there are messages to readers' devices.
    var hasPush: Bool
    /// The fields for a new section, as they were typed.
    var field: [String: WritingPage.Field]
    var places: PlaceOffers

    init(
        _ visit: NewsroomDesk.Visit, _ sections: [SectionRow], _ articles: [Int: Int], _ form: SectionForm,
        _ places: PlaceOffers, _ faults: [ArticleDraft.Fault], hasPush: Bool
    ) {
        self.hasPush = hasPush
        rows = sections.map { row in
            Row(
                slug: row.section.slug, name: row.section.name,
                articles: visit.strings("room_sectionArticles", articles[row.section.id] ?? 0),
                isFirst: row.position == 1, isLast: row.position == sections.count)
        }
        field = form.written(faults, visit.strings)
        self.places = places
    }
}

/// The page of one section.
struct SectionPage: Sendable {
    /// A value that the form began with, by which a change of this visitor is told from others'.
    struct Base: Sendable {
        var name: String
        var value: String
    }

    var slug: String
    var name: String
    var revision: Int
    var isEmpty: Bool
    var hasPush: Bool
    var field: [String: WritingPage.Field]
    var places: PlaceOffers
    var base: [Base]
    /// The values that others have saved meanwhile, by field.
    var theirs: [String: String]

    init(
        _ visit: NewsroomDesk.Visit, _ row: SectionRow, articles: Int, _ form: SectionForm, theirs: [String: String],
        _ places: PlaceOffers, _ faults: [ArticleDraft.Fault], hasPush: Bool
    ) {
        self.hasPush = hasPush
        base = form.base.sorted { $0.key < $1.key }.map { Base(name: $0, value: $1) }
        self.theirs = theirs.mapValues { $0.isEmpty ? "–" : $0 }
        (slug, name, revision) = (row.section.slug, row.section.name, form.revision)
        isEmpty = articles == 0
        field = form.written(faults, visit.strings)
        self.places = places
    }
}

/// A section as fields of a form, as they were typed.
struct SectionForm: Sendable {
    private static let names = ["name", "slug", "place_name", "latitude", "longitude", "radius", "push_limit"]
    /// The inputs whose names differ from those of the API.
    private static let inputs = ["place": "latitude", "pushLimit": "push_limit", "taken": "slug"]
    var fields: [String: String]
    /// The revision that the form began with, and its fields then, by which a change of this visitor is told from others'.
    private(set) var revision = 0
    private(set) var base: [String: String] = [:]

    /// The fields that two people can change at once.
    var merged: [String: String] {
        Dictionary(
            uniqueKeysWithValues: Self.names.filter { !["slug", "place_name"].contains($0) }.map {
                ($0, fields[$0] ?? "")
            })
    }

    /// A new one.
    init() { fields = [:] }

    init(_ form: NewsroomForm) {
        fields = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, form.line($0, limit: 200)) })
        revision = Int(form["revision"]) ?? 0
        base = Dictionary(uniqueKeysWithValues: merged.keys.map { ($0, form.line("was_" + $0, limit: 200)) })
    }

    init(_ row: SectionRow) {
        let section = row.section
        fields = ["name": section.name, "slug": section.slug, "push_limit": "\(row.pushLimit)"]
        if let area = section.area {
            put(area.place)
            fields["radius"] = "\(area.radius)"
        }
        (revision, base) = (row.revision, merged)
    }

    /// Takes what only others have changed since the form was made, and goes on from their revision.
    /// - Returns: their values of the fields that both have changed.
    mutating func merge(with others: SectionForm) -> [String: String] {
        // An empty number of alerts keeps the one that there is.
        if fields["push_limit", default: ""].isEmpty { fields["push_limit"] = base["push_limit"] }
        let merge = FieldMerge(base, mine: merged, theirs: others.merged)
        for name in merge.taken { fields[name] = others.fields[name] ?? "" }
        (revision, base) = (others.revision, others.base)
        return merge.collisions
    }

    /// The place in the form, if its coordinates can be read.
    var place: Place? {
        Place(name: "\(fields["latitude"] ?? ""),\(fields["longitude"] ?? "")")
    }

    /// Fills in a place that was chosen by its name.
    mutating func put(_ place: Place) {
        fields["place_name"] = ""
        (fields["latitude"], fields["longitude"]) = ("\(place.latitude)", "\(place.longitude)")
    }

    /// The section in the form. Throws for values that cannot be read.
    func input() throws -> SectionInput {
        func number(_ name: String) -> Double? { fields[name].flatMap { Double($0.replacing(",", with: ".")) } }
        var input = SectionInput(slug: fields["slug"].flatMap { $0.isEmpty ? nil : $0 }, name: fields["name"])
        guard fields["place_name", default: ""].isEmpty else {
            throw ArchiveError.faults([.init(field: "place_name", detail: "")])
        }
        // Anything that is not a number counts as outside every range.
        if let typed = fields["push_limit"], !typed.isEmpty { input.pushLimit = Int(typed) ?? -1 }
        let isPlaced = ["latitude", "longitude", "radius"].contains { !fields[$0, default: ""].isEmpty }
        if isPlaced {
            let radius =
                fields["radius", default: ""].isEmpty
                ? Area.usualRadius : number("radius").flatMap { Int(exactly: $0) } ?? 0
            input.place = .init(
                latitude: number("latitude") ?? 1000, longitude: number("longitude") ?? 1000, radius: radius)
        }
        return input
    }

    /// The fields with their faults.
    func written(_ faults: [ArticleDraft.Fault], _ strings: Strings) -> [String: WritingPage.Field] {
        var written = Dictionary(
            uniqueKeysWithValues: Self.names.map { ($0, WritingPage.Field(value: fields[$0] ?? "")) })
        for fault in faults {
            let name = Self.inputs[fault.field] ?? fault.field
            let words =
                fault.field == "taken" || fault == SectionInput.nameIsTaken
                ? "room_sectionTaken" : name == "slug" ? "room_fault_section_slug" : "room_fault_" + name
            written[name]?.fault = strings[words]
        }
        return written
    }
}
