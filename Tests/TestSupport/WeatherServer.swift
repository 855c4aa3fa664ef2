public import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// A server of forecasts that answers as a test wants, and records its requests.
public final class WeatherServer: Sendable {
    /// An answer of the server.
    public struct Page: Sendable {
        /// Its HTTP status.
        public var status: Int
        /// Its headers, besides those of every answer.
        public var headers: [String: String]
        /// Its body.
        public var body: String

        /// Creates an answer.
        public init(_ body: String = "", status: Int = 200, headers: [String: String] = [:]) {
            (self.body, self.status, self.headers) = (body, status, headers)
        }
    }

    /// A request for a forecast.
    public struct Asked: Sendable {
        /// Everything after the question mark.
        public var query: String
        /// The user agent.
        public var agent: String?
        /// The header of this name.
        public var ifModifiedSince: String?
    }

    private final class State: Sendable {
        let answer = Mutex<@Sendable (Asked) -> Page>({ _ in Page(status: 404) })
        let asked = Mutex<[Asked]>([])
    }

    /// Its address without a trailing slash.
    public let root: String
    private let state: State

    private init(_ root: String, _ state: State) { (self.root, self.state) = (root, state) }

    /// Runs a server while the closure runs.
    public static func open<T: Sendable>(_ body: @escaping @Sendable (WeatherServer) async throws -> T) async throws
        -> T
    {
        let state = State()
        return try await withServer { router in
            router.get("/compact") { request, _ in
                let asked = Asked(
                    query: request.uri.query ?? "", agent: request.headers[.userAgent],
                    ifModifiedSince: request.headers[.ifModifiedSince])
                state.asked.withLock { $0.append(asked) }
                let page = state.answer.withLock(\.self)(asked)
                var headers = HTTPFields()
                for (name, value) in page.headers { HTTPField.Name(name).map { headers[$0] = value } }
                return Response(
                    status: .init(code: page.status), headers: headers,
                    body: .init(byteBuffer: ByteBuffer(string: page.body)))
            }
        } _: {
            try await body(WeatherServer($0, state))
        }
    }

    /// The address for `N4MD_WEATHER_URL`.
    public var url: String { root + "/compact" }

    /// Sets how requests are answered from now on.
    public func answer(_ page: @escaping @Sendable (Asked) -> Page) { state.answer.withLock { $0 = page } }

    /// The requests so far, oldest first.
    public var asked: [Asked] { state.asked.withLock(\.self) }
    /// The queries of these.
    public var queries: [String] { asked.map(\.query) }

    /// A forecast in the form of Locationforecast 2.0 (compact), with an hour to a step.
    /// - Parameters:
    ///   - start: its first hour.
    ///   - temperature: that of each hour.
    public static func forecast(
        from start: Date, hours: Int = 30, symbol: String = "partlycloudy_day", wind: Double = 5, rain: Double = 0.1,
        temperature: (Int) -> Double = { 12 + Double($0 % 5) }
    ) -> String {
        let steps = (0..<hours).map { hour in
            """
            {"time":"\((start + Double(hour) * 3600).formatted(.iso8601))","data":{
            "instant":{"details":{"air_pressure_at_sea_level":1013.1,"air_temperature":\(temperature(hour)),"wind_from_direction":270.5,"wind_speed":\(wind)}},
            "next_12_hours":{"summary":{"symbol_code":"cloudy"},"details":{}},
            "next_1_hours":{"summary":{"symbol_code":"\(symbol)"},"details":{"precipitation_amount":\(rain)}},
            "next_6_hours":{"summary":{"symbol_code":"rain"},"details":{"precipitation_amount":9.5}}}}
            """
        }
        return """
            {"type":"Feature","geometry":{"type":"Point","coordinates":[-8.6,41.2,98]},"properties":{
            "meta":{"updated_at":"\(start.formatted(.iso8601))","units":{"air_temperature":"celsius","precipitation_amount":"mm","wind_speed":"m/s"}},
            "timeseries":[\(steps.joined(separator: ","))]}}
            """
    }
}
