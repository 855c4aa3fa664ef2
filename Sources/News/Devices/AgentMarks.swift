/// The meanings of words in user agents: the table that `UserAgent` reads.
enum AgentMarks {
    enum Meaning: Hashable {
        case kind(UserAgent.Kind)
        case system(Name)
        case browser(Name)
        /// On Android, phones also say `Mobile` and tablets do not.
        case android
        case mobile
        /// A feature phone, whatever else it says.
        case simple
        /// Apple's network library and the kernel under it: their versions reveal the system's.
        case networkLibrary, darwin
        /// A processor of desktop computers.
        case intel
    }

    /// A product and its rank among others: the lowest rank wins.
    struct Name: Hashable {
        var text: String
        var rank: Int
    }

    static func all(_ word: AgentWords.Word) -> [Meaning] {
        if word.isRobot { return [.kind(.bot)] }
        guard let one = table[word.hash] else { return table[word.pair] ?? [] }
        return table[word.pair].map { one + $0 } ?? one
    }

    private static let table: [UInt64: [Meaning]] = {
        var table: [UInt64: [Meaning]] = [:]
        for (words, kind) in kinds {
            for word in words { table[AgentWords.hash(word), default: []].append(.kind(kind)) }
        }
        for (rank, (name, words)) in systems.enumerated() {
            for word in words {
                table[AgentWords.hash(word), default: []].append(.system(Name(text: name, rank: rank)))
            }
        }
        for (rank, (name, words)) in browsers.enumerated() {
            for word in words {
                table[AgentWords.hash(word), default: []].append(.browser(Name(text: name, rank: rank)))
            }
        }
        for word in ["kaios", "opera mini"] as [StaticString] {
            table[AgentWords.hash(word), default: []].append(.simple)
        }
        table[AgentWords.hash("android"), default: []].append(.android)
        table[AgentWords.hash("cfnetwork"), default: []].append(.networkLibrary)
        table[AgentWords.hash("darwin"), default: []].append(.darwin)
        for word in ["x 86", "i 386"] as [StaticString] { table[AgentWords.hash(word), default: []].append(.intel) }
        for word in ["mobile", "mobi", "phone"] as [StaticString] {
            table[AgentWords.hash(word), default: []].append(.mobile)
        }
        return table
    }()

    private static let kinds: [([StaticString], UserAgent.Kind)] = [
        (
            [
                "bot", "curl", "wget", "feedfetcher", "mediapartners", "facebookexternalhit", "embedly", "monitoring",
                "validator",
                "headlesschrome", "lighthouse", "pingdom", "yahoo slurp", "ia archiver", "feedburner",
                "python requests", "scrapy",
            ], .bot
        ),
        (
            [
                "smart tv", "smarttv", "hbbtv", "netcast", "appletv", "apple tv", "googletv", "google tv", "crkey",
                "roku", "bravia",
                "aftb", "aftm", "inettvbrowser", "opera tv", "viera", "dtv", "netrange", "tv safari", "espial",
                "philipstv", "playstation",
                "xbox", "nintendo wii", "ce html", "maple", "tv store", "chromecast", "shield android", "stb", "ekioh",
                "tvos",
                "android tv", "nettv",
            ], .tv
        ),
        (["watch", "watchos", "wear", "watch os"], .watch),
        (
            [
                "ipad", "tablet", "playbook", "kindle", "silk", "xoom", "transformer", "nexus 7", "nexus 9", "nexus 10",
                "sm t", "gt p",
                "sgh i9", "mi pad", "mipad", "touchpad", "nook", "bntv", "ideatab", "mediapad", "iconia", "pad",
                "slider", "sch i8",
                "sm p", "gt n5", "lifetab", "archos", "kftt", "kfot", "kfjwi", "kfthwi", "kfapwi", "kfsowi", "kfaswi",
                "streak 7", "ideapad",
                "shw m180", "sgp", "tegranote", "yoga tablet", "thinkpad tablet", "excite", "folio", "viewpad", "flyer",
                "memo pad",
                "cruz", "jetstream", "puccini", "streamer", "coby", "arnova", "dell venue", "hp slate", "sc 01c",
            ], .tablet
        ),
        (
            [
                "iphone", "ipod", "htc", "gt i", "gt s", "gt n", "gt b", "sm g", "sm n", "sm a", "sm j", "sm s", "sm f",
                "sm m", "semc", "windows phone", "iemobile", "zunewp", "bb 10", "webos", "hpwos", "lumia", "bada",
                "maemo", "meego",
                "tizen mobile", "firefox os", "symbian os", "symbianos", "symbian", "series 60", "blackberry", "palm",
                "palmos", "palmsource",
                "windows ce", "generic smartphone", "smartphone", "ubuntu mobile", "symbian 3",
            ], .phone
        ),
        (
            [
                "midp", "cldc", "up browser", "up link", "netfront", "obigo", "obigointernetbrowser", "teleca", "brew",
                "docomo", "maui", "dolfin", "polaris", "openwave", "wap browser", "wap", "series 40", "nokia", "nokian",
                "nokiac", "nokiae", "nokiax", "gt c", "gt e", "gt m",
                "vodafone", "mmp",
                "kddi", "softbank", "jasmine", "semc browser", "nucleus", "iris", "alcatel", "sagem", "sharp", "sie",
                "motorazr", "samsung sgh",
                "lge", "lg", "mot", "sonyericsson", "ezweb", "telecabrowser", "myriad",
            ], .feature
        ),
        (
            [
                "windows nt", "macintosh", "x 11", "cros", "win 64", "wow 64", "windows", "linux x", "freebsd",
                "openbsd", "ubuntu",
            ], .desktop
        ),
    ]

    /// The first in this list that an agent names wins: many also name a system they imitate.
    private static let systems: [(String, [StaticString])] = [
        ("Windows Phone", ["windows phone", "phone os", "zunewp", "xblwp", "wds"]),
        ("watchOS", ["watchos", "watch os"]),
        ("tvOS", ["tvos", "apple tv", "appletv"]),
        ("iOS", ["iphone os", "cpu os", "iph os", "ipad os", "iphone", "ipad", "ipod", "ios"]), ("KaiOS", ["kaios"]),
        ("Tizen", ["tizen"]), ("Bada", ["bada"]), ("webOS", ["webos", "hpwos"]),
        ("BlackBerry", ["blackberry", "bb 10", "playbook"]),
        ("Symbian", ["symbianos", "symbos", "symbian", "series 60", "s 60"]),
        ("Android", ["android", "adr", "juc", "silk", "kftt", "kfot", "oculusbrowser"]),
        // If neither Android nor KaiOS is named, a phone with the engine's version runs Firefox OS.
        ("Firefox OS", ["mobile rv", "tablet rv"]), ("Chrome OS", ["cros"]),
        ("Windows", ["windows nt", "windows", "windowsce"]), ("macOS", ["os x", "macintosh"]), ("Linux", ["linux"]),
        ("FreeBSD", ["freebsd"]),
    ]

    /// The first in this list that an agent names wins: nearly all also name the browsers they descend from.
    private static let browsers: [(String, [StaticString])] = [
        ("Edge", ["edg", "edge", "edga", "edgios"]), ("Opera Mini", ["opera mini"]), ("Opera", ["opr", "opera"]),
        ("Samsung Internet", ["samsungbrowser"]), ("UC Browser", ["ucbrowser", "ucweb"]),
        ("Firefox", ["fxios", "firefox"]),
        ("Silk", ["silk"]), ("Chrome", ["crios", "chrome", "chromium"]), ("Internet Explorer", ["iemobile", "msie"]),
        ("Safari", ["version", "safari"]), ("NetFront", ["netfront"]), ("UP.Browser", ["up browser"]),
    ]
}
