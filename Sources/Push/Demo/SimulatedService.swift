import Archive
import Fetching
import Foundation
import News

/// Stands in for push services while somebody tries the newspaper: each answers with one status of RFC 8030, or not at all, and its
/// devices show every message and open every fourth. Nobody can subscribe at its servers, whose names resolve nowhere (RFC 2606).
enum SimulatedService: String, CaseIterable, Sendable {
    case takes, tooLong, gone, busy, broken, silent

    private static let domain = ".push.invalid"

    /// The address of a device.
    func endpoint(_ number: Int) -> String { "\(server)/\(number)" }

    /// Its server: scheme and name.
    var server: String { "https://\(rawValue.lowercased())\(Self.domain)" }

    /// The service of an endpoint; nil for one in the world.
    init?(_ endpoint: String) {
        guard let service = Self.allCases.first(where: { endpoint.hasPrefix($0.server + "/") }) else { return nil }
        self = service
    }

    /// The status of its answer, and the seconds for which it wants to be left alone. Throws `FetchError.late` if there is no answer.
    func answer(to job: PushJob) throws(FetchError) -> (status: Int, retryAfter: Int?) {
        switch self {
        case .takes: (201, nil)
        case .tooLong: (job.isShort ? 201 : 413, nil)
        case .gone: (410, nil)
        case .busy: (429, 30)
        case .broken: (500, nil)
        case .silent: throw .late
        }
    }

    /// The receipts of its devices for messages that came.
    static func receipts(_ results: [PushResult]) -> [(message: Int, deviceClass: PushDeviceClass, what: String)] {
        results.filter { $0.outcome == .sent && SimulatedService($0.job.endpoint) != nil }.flatMap { result in
            let kind = PushDeviceClass(rawValue: result.job.deviceClass) ?? .other
            let events = result.job.subscription.isMultiple(of: 4) ? ["shown", "opened"] : ["shown"]
            return events.map { (result.job.message, kind, $0) }
        }
    }
}
