import Archive
import News
import Web

/// A topic whose readers can be told of an article.
struct MessageTopic: Sendable {
    var topic: PushTopic
    /// The name of its section, category or author.
    var name = ""
    /// The devices whose readers chose it.
    var devices = 0
}

/// A topic as a box to tick.
struct MessageTopicBox: Sendable {
    var value: String
    var name: String
    var devices: String
    var isChosen: Bool

    init(_ offer: MessageTopic, _ chosen: [PushTopic], _ strings: Strings) {
        value = offer.topic.name
        let key =
            switch offer.topic {
            case .section, .category, .author: "room_topicOf"
            default: "room_topic_" + offer.topic.name
            }
        name = strings(key, offer.name)
        devices = strings("room_topicDevices", offer.devices)
        isChosen = chosen.contains(offer.topic)
    }
}

extension Holdings {
    /// The topics that an article belongs to and that readers chose, with the number of devices of each; its section and everybody in any
    /// case.
    func topics(of article: Article, _ draft: ArticleDraft) throws -> [MessageTopic] {
        var offers: [MessageTopic] = []
        if let section = try sections.find(slug: draft.section)?.section {
            offers.append(.init(topic: .section(section.slug), name: section.name))
        }
        offers += draft.categories.compactMap { name in
            Slug.make(name).map { .init(topic: .category($0), name: name) }
        }
        offers += (try authors.list(of: [article.id])[article.id] ?? []).map {
            .init(topic: .author($0.slug), name: $0.name)
        }
        if draft.place != nil { offers.append(.init(topic: .near)) }
        let all: [MessageTopic] = [.init(topic: .front), .init(topic: .breaking)] + offers + [.init(topic: .all)]
        return try all.map { offer in
            var offer = offer
            offer.devices = try readerMessages.reach(offer.topic, article: article.id)
            return offer
        }.filter { $0.devices > 0 || $0.topic == .all || $0.topic == .section(draft.section) }
    }
}
