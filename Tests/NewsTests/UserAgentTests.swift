import Foundation
import News
import Testing

@Suite("User agents")
struct UserAgentTests {
    private static let iPhone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1"
    private static let reduced =
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36"

    @Test(
        "Kind, system and browser",
        arguments: [
            (iPhone, UserAgent.Kind.phone, "iOS 17.4", "Safari 17.4", Client.iphone),
            (reduced, .phone, "Android 10.0", "Chrome 120.0", .android),
            (
                "Mozilla/5.0 (iPad; U; CPU OS 3_2 like Mac OS X; en-us) Version/4.0.4 Mobile/7B314 Safari/531.21.10",
                .tablet, "iOS 3.2", "Safari 4.0", .ipad
            ),
            (
                "Mozilla/5.0 (iPod; U; CPU iPhone OS 4_3_3 like Mac OS X) Version/5.0.2 Mobile Safari", .phone,
                "iOS 4.3", "Safari 5.0", .ipod
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; SM-T870) Chrome/120.0.0.0 Safari/537.36", .tablet, "Android 14.0",
                "Chrome 120.0", .tablet
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0.0.0 Safari/537.36 Edg/120.1", .desktop,
                "Windows 10.0", "Edge 120.1", .desktop
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.1 Safari/605.1.15", .desktop, "macOS 10.15",
                "Safari 17.1", .desktop
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0", .desktop, "Linux 0.0",
                "Firefox 121.0", .desktop
            ),
            (
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/119.0.0.0 Safari/537.36", .desktop, "Chrome OS 0.0",
                "Chrome 119.0", .desktop
            ),
            ("Nokia6300/2.0 (05.50) Profile/MIDP-2.0 Configuration/CLDC-1.1", .feature, "", "", .feature),
            (
                "Opera/9.80 (J2ME/MIDP; Opera Mini/4.2.13337/458; U; en) Presto/2.2.0", .feature, "", "Opera Mini 4.2",
                .feature
            ),
            (
                "Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.1", .feature,
                "KaiOS 2.5", "Firefox 48.0", .feature
            ),
            ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", .bot, "", "", .bot),
            (
                "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) Chrome/120.0 Mobile Safari/537.36 (compatible; Googlebot/2.1)",
                .bot, "Android 6.0", "Chrome 120.0", .bot
            ),
            ("curl/8.5.0", .bot, "", "", .bot),
            (
                "Mozilla/5.0 (Linux; Android 9; CUBOT X19) Chrome/88.0 Mobile Safari/537.36", .phone, "Android 9.0",
                "Chrome 88.0", .android
            ),
            (
                "Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) SamsungBrowser/2.2 Chrome/63.0 TV Safari/537.36", .tv,
                "Tizen 6.0", "Samsung Internet 2.2", .tv
            ),
            (
                "Mozilla/5.0 (compatible; MSIE 10.0; Windows Phone 8.0; Trident/6.0; IEMobile/10.0; ARM; Touch; NOKIA; Lumia 520)",
                .phone, "Windows Phone 8.0", "Internet Explorer 10.0", .web
            ),
            ("atc/1.0 watchOS/5.1.3 model/Watch3,4 hwp/t8004", .watch, "watchOS 5.1", "", .watch),
            ("", nil, "", "", nil), ("🙂🙂", nil, "", "", nil),
            (String(repeating: "a", count: 9000), .bot, "", "", .bot),
            ("Android", .phone, "Android 0.0", "", .android),
            ("Chrome/99999999999999999999.1", .bot, "", "Chrome 0.0", .bot),
            ("Mozilla/5.0 (compatible) collection@example.com", .bot, "", "", .bot),
            ("Liferea/1.10 (Linux; en_GB.UTF-8; http://liferea.sf.net/)", .desktop, "Linux 0.0", "", .desktop),
            (
                "Mozilla/5.0 (Linux; Android 9; 32LEX-7162/TS2C) Chrome/69.0 Safari/537.36", .tv, "Android 9.0",
                "Chrome 69.0", .tv
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; BQ-7098G) Chrome/76.0 Mobile Safari/537.36", .tablet, "Android 10.0",
                "Chrome 76.0", .tablet
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; 9032X) Chrome/91.0 Mobile Safari/537.36", .tablet, "Android 10.0",
                "Chrome 91.0", .tablet
            ),
            (
                "Mozilla/5.0 (Linux; Android 5.1; Coolpad E501) Chrome/92.0 Mobile Safari/537.36", .phone,
                "Android 5.1",
                "Chrome 92.0", .android
            ),
            (
                "Mozilla/5.0 (Linux; Android 7.0; M bot 60) Chrome/58.0 Mobile Safari/537.36", .tablet, "Android 7.0",
                "Chrome 58.0", .tablet
            ),
            ("Pandora/2212.1 Android/10 crownqltesq (ExoPlayerLib1.5.14.1)", .phone, "Android 10.0", "", .android),
        ] as [(String, UserAgent.Kind?, String, String, Client?)])
    func example(_ text: String, _ kind: UserAgent.Kind?, _ system: String, _ browser: String, _ client: Client?) {
        func name(_ product: UserAgent.Product?) -> String {
            product.map { "\($0.name) \($0.major).\($0.minor)" } ?? ""
        }
        let agent = UserAgent(text)
        #expect(agent.kind == kind && agent.client == client)
        #expect(name(agent.system) == system && name(agent.browser) == browser)
    }

    @Test(
        "Devices whose screen is known",
        arguments: [
            (
                "Mozilla/5.0 (Linux; U; Android 2.3.4; en-us; Nexus S Build/GRJ22) Mobile Safari/533.1", "Nexus S", 320,
                1.5
            ),
            (
                "Mozilla/5.0 (Linux; U; Android 2.3; GT-I9100 Build/GINGERBREAD) Mobile Safari", "Samsung Galaxy S II",
                320, 1.5
            ),
            ("Mozilla/5.0 (Linux; Android 4.1; HTC One X Build/JRO03C) Mobile Safari", "HTC One X", 360, 2),
            ("Mozilla/5.0 (Linux; Android 13; Pixel 7) Chrome/120.0 Mobile", "Pixel 7", 412, 2.625),
            ("Mozilla/5.0 (Linux; Android 12; SM-G991B) Chrome/120.0 Mobile", "Samsung Galaxy S21", 360, 3),
            ("Mozilla/5.0 (SymbianOS/9.2; U; Series60/3.1 NokiaN95/31.0.017) AppleWebKit/413", "Nokia N95", 240, 1),
        ])
    func known(_ text: String, _ name: String, _ width: Int, _ pixelRatio: Double) {
        let device = UserAgent(text).device
        #expect(device?.name == name && device?.width == width && device?.pixelRatio == pixelRatio)
    }

    /// The kind of device implied by a family in uap-core's cases; nil if it implies none.
    private static func plainKind(_ family: String, _ agent: String) -> String? {
        let tablets = [
            "iPad", "Kindle", "Generic Tablet", "Nexus 7", "Nexus 10", "Nexus 9", "Xoom", "PlayBook", "XiaoMi MI PAD",
            "Transformer",
            "Samsung SM-T", "Samsung GT-P1", "Samsung GT-P3", "Samsung GT-P5", "Samsung GT-P6", "Samsung GT-P7",
        ]
        let phones = [
            "iPhone", "iPod", "Generic Smartphone", "Generic Feature Phone", "HTC ", "Nokia ", "Sony Ericsson",
            "BlackBerry", "Samsung GT-I",
            "Samsung GT-S", "Samsung SM-G", "Lumia", "Nexus 4", "Nexus 5", "Nexus S", "Nexus One", "Motorola Droid",
            "Alcatel ",
        ]
        if tablets.contains(where: { family.hasPrefix($0) }) { return "tablet" }
        if family.hasPrefix("HTC Flyer") || family.hasPrefix("HTC Jetstream") || family == "BlackBerry Playbook" {
            return nil
        }
        if phones.contains(where: { family.hasPrefix($0) }) { return "mobile" }
        return family == "Mac" ? "desktop" : nil
    }

    @Test("Real agents whose family makes the kind clear: at least 95 in 100")
    func real() throws {
        let path = URL(filePath: #filePath).appending(path: "../../../../shared/data/user-agents/test_device.yaml")
            .standardized
        guard let text = try? String(contentsOf: path, encoding: .utf8) else { return }
        var agent = ""
        var right = 0
        var wrong: [String: [String]] = [:]
        for line in text.split(separator: "\n") {
            let value = line.drop { $0 != "'" }.dropFirst().dropLast()
            if line.contains("user_agent_string:") { agent = String(value).replacing("''", with: "'") }
            guard line.contains(" family:"), let expected = Self.plainKind(String(value), agent) else { continue }
            let kind = UserAgent(agent).kind
            let found = [.phone: "mobile", .feature: "mobile", .tablet: "tablet", .desktop: "desktop"][kind ?? .bot]
            if found == expected {
                right += 1
            } else {
                wrong[expected, default: []].append("\(value): \(kind.map(\.rawValue) ?? "nil") \(agent)")
            }
        }
        let all = right + wrong.values.reduce(0) { $0 + $1.count }
        #expect(all > 1000)
        #expect(right * 100 >= all * 95, "\(right) of \(all)")
        if ProcessInfo.processInfo.environment["N4MD_SHOW"] != nil {
            for line in wrong.values.joined() { print(line) }; print(right, all)
        }
    }

    /// Percent of real agents whose kind is told, by kind; the words were chosen on the same set.
    private static let told = [
        "phone": 99, "tablet": 94, "tv": 96, "bot": 99, "desktop": 96, "feature": 93, "watch": 93,
    ]

    @Test("Real agents of every kind: 97 in 100, and most of each kind")
    func kinds() throws {
        let path = URL(filePath: #filePath).appending(path: "../../../../shared/data/user-agents/kinds-matomo.tsv")
            .standardized
        guard let data = try? Data(contentsOf: path) else { return }
        var (right, all): ([String: Int], [String: Int]) = ([:], [:])
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 1)
            guard parts.count == 2 else { continue }
            let kind = String(parts[0])
            all[kind, default: 0] += 1
            if UserAgent(parts[1]).kind?.rawValue == kind { right[kind, default: 0] += 1 }
        }
        for (kind, percent) in Self.told {
            let (found, count) = (right[kind, default: 0], all[kind, default: 1])
            #expect(found * 100 >= count * percent, "\(kind): \(found) of \(count)")
        }
        #expect(right.values.reduce(0, +) * 100 >= all.values.reduce(0, +) * 97)
    }

    /// The names in the labels of the systems that we distinguish. Other systems and "Other" are not checked.
    private static let families = [
        "iOS": "iOS", "Android": "Android", "Windows": "Windows", "Mac OS X": "macOS", "Windows Phone": "Windows Phone",
        "Linux": "Linux", "Ubuntu": "Linux", "Debian": "Linux", "Gentoo": "Linux", "Chrome OS": "Chrome OS",
        "WatchOS": "watchOS", "BlackBerry OS": "BlackBerry", "KaiOS": "KaiOS", "Firefox OS": "Firefox OS",
        "Symbian OS": "Symbian", "Symbian^3": "Symbian", "Symbian^3 Anna": "Symbian", "Symbian^3 Belle": "Symbian",
        "Tizen": "Tizen", "webOS": "webOS", "tvOS": "tvOS", "Bada": "Bada",
    ]

    @Test("Real agents of known systems: at least 95 in 100 named, and 85 in 100 of the numbered versions")
    func systems() throws {
        let path = URL(filePath: #filePath).appending(path: "../../../../shared/data/user-agents/test_os.yaml")
            .standardized
        guard let text = try? String(contentsOf: path, encoding: .utf8) else { return }
        var (agent, family) = ("", "")
        var (named, all, versions, numbered) = (0, 0, 0, 0)
        var wrong: [String] = []
        for line in text.split(separator: "\n") {
            let value = String(line.drop { $0 != "'" }.dropFirst().dropLast())
            if line.contains("user_agent_string:") { agent = value.replacing("''", with: "'") }
            if line.contains(" family:") { family = value }
            guard line.contains(" major:"), let expected = Self.families[family] else { continue }
            let system = UserAgent(agent).system
            all += 1
            if system?.name == expected {
                named += 1
            } else {
                wrong.append("\(family): \(system?.name ?? "nil") \(agent)")
            }
            // The labels name Windows versions differently.
            guard let major = Int(value), expected != "Windows", system?.name == expected else { continue }
            numbered += 1
            if system?.major == major {
                versions += 1
            } else {
                wrong.append("\(family) \(major): \(system?.major ?? 0) \(agent)")
            }
        }
        #expect(all > 300)
        #expect(named * 100 >= all * 95, "\(named) of \(all)")
        #expect(versions * 100 >= numbered * 85, "\(versions) of \(numbered)")
        if ProcessInfo.processInfo.environment["N4MD_SHOW"] != nil {
            for line in wrong { print(line) }; print(named, all, versions, numbered)
        }
    }
}
