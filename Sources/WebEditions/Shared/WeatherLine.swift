import News
import Weather
import Web

/// The weather at the reader's place, as pages show it.
package struct WeatherLine: Sendable {
    var town: String
    var words: String
    /// The hour for which it is expected.
    var time: Moment
    var source: Source

    struct Source: Sendable {
        var name: String
        var credit: String
        var link: String
    }

    init(_ report: WeatherReport, _ strings: Strings) {
        town = report.town ?? strings["weather_here"]
        words = strings.words(of: report)
        time = Moment(report.values.time, strings)
        source = Source(
            name: report.source.name, credit: strings.credit(of: report), link: report.source.link)
    }

    /// The approximate bytes of its markup.
    static let size = 300
}
