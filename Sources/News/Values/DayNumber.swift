// Day numbers, which can be added and grouped.
extension CivilDate {
    /// Days since 1 January 1970; negative before. Counted in eras of 400 years from 1 March (Hinnant, "chrono-compatible low-level date
    /// algorithms", 2013).
    package var dayNumber: Int {
        let years = month > 2 ? year : year - 1
        let era = years / 400
        let ofEra = years - era * 400
        let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    /// The day with this number; nil outside the years 1 to 9999.
    package init?(dayNumber: Int) {
        guard (-719_161...2_932_896).contains(dayNumber), let time = LocalTime(at: dayNumber * 86_400, offset: 0) else {
            return nil
        }
        self = time.date
    }
}
