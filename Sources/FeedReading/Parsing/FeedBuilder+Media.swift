import XML

// Reads the attributes of an element.
extension FeedBuilder {
    func read(_ field: FeedField, _ attributes: XMLAttributes, _ context: FeedField) {
        switch field {
        case .atomLink: readLink(attributes, context)
        case .enclosure where context == .item:
            take(
                .init(
                    url: resolved(attributes["url"] ?? ""), type: attributes["type"] ?? "",
                    length: number(attributes["length"])))
        case .mediaContent: readMedia(attributes)
        case .mediaThumbnail: if let picture = picture(attributes) { draft?.thumbnails.append(picture) }
        case .itunesImage:
            guard let url = attributes["href"] else { return }
            if context == .item {
                guard let count = draft?.thumbnails.count, count < limits.values else { return }
                draft?.thumbnails.append(.init(url: resolved(url)))
            } else {
                feed.icon = feed.icon.nonEmpty ?? url
            }
        case .category where context == .item:
            takeCategory((attributes["label"]?.nonEmpty ?? attributes["term"] ?? "").trimmed)
        case .guid: draft?.isPermanentLink = attributes["isPermaLink"]?.lowercased() != "false"
        case .content: if let source = attributes["src"] { draft?.item.contentSource = resolved(source) }
        default: break
        }
    }

    /// Resolves an address against `xml:base`, if there is one; otherwise it is resolved at the end of the
    /// feed.
    func resolved(_ address: String) -> String {
        guard let base = statedBase, let base = WebAddress(base) else { return address }
        return base.resolve(address) ?? address
    }

    private func number(_ text: String?) -> Int? { text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }

    // MARK: Links

    private func readLink(_ attributes: XMLAttributes, _ context: FeedField) {
        guard let address = attributes["href"]?.trimmed.nonEmpty, address.utf8.count <= limits.valueBytes else {
            return
        }
        var relation = attributes["rel"]?.lowercased() ?? "alternate"
        // The name may be prefixed with the address of the IANA registry (RFC 4287, section 4.2.7.2).
        if let slash = relation.lastIndex(of: "/") { relation = String(relation[relation.index(after: slash)...]) }
        let type = attributes["type"]?.lowercased() ?? ""
        if context == .item {
            readItemLink(resolved(address), relation, type, attributes)
        } else if context == .channel || context == .atomFeed {
            switch relation {
            case "self": feed.selfLink = resolved(address)
            case "hub": if feed.hubs.count < 10 { feed.hubs.append(resolved(address)) }
            case "alternate": alternate = alternate.nonEmpty ?? resolved(address)
            default: break
            }
        }
    }

    private func readItemLink(_ address: String, _ relation: String, _ type: String, _ attributes: XMLAttributes) {
        switch relation {
        case "alternate":
            let isHTML = type.isEmpty || type.contains("html")
            guard draft?.alternate.isEmpty == true || isHTML && draft?.alternateIsHTML == false else { return }
            draft?.alternate = address
            draft?.alternateIsHTML = isHTML
        case "enclosure":
            take(
                .init(url: address, type: type, length: number(attributes["length"])), alt: attributes["title"] ?? "")
        case "canonical": draft?.item.canonical = address
        case "replies", "edit", "edit-media", "hub", "license", "next", "prev", "previous": break
        default: if draft?.otherLink.isEmpty == true { draft?.otherLink = address }
        }
    }

    func take(_ enclosure: FeedItem.Enclosure, alt: String = "") {
        guard !enclosure.url.isEmpty, enclosure.url.utf8.count <= limits.valueBytes,
            let count = draft?.item.enclosures.count, count < limits.values
        else { return }
        draft?.item.enclosures.append(enclosure)
        if enclosure.type.hasPrefix("image/") { takePicture(.init(url: enclosure.url, alt: alt)) }
    }

    // MARK: Media RSS

    private func takePicture(_ picture: FeedItem.Picture) {
        guard let count = draft?.item.pictures.count, count < limits.values else { return }
        draft?.item.pictures.append(picture)
    }

    private func picture(_ attributes: XMLAttributes) -> FeedItem.Picture? {
        guard let url = attributes["url"]?.trimmed.nonEmpty, url.utf8.count <= limits.valueBytes,
            let count = draft?.thumbnails.count, count < limits.values
        else { return nil }
        return FeedItem.Picture(
            url: resolved(url), width: number(attributes["width"]), height: number(attributes["height"]))
    }

    private func readMedia(_ attributes: XMLAttributes) {
        guard let picture = picture(attributes) else { return reread(as: .mediaGroup) }
        let type = attributes["type"]?.lowercased() ?? ""
        let medium = attributes["medium"]?.lowercased()
        let isNamedSo =
            type.isEmpty && medium == nil && Self.pictureEndings.contains { picture.url.lowercased().hasSuffix($0) }
        if medium == "image" || type.hasPrefix("image/") || isNamedSo {
            takePicture(picture)
        } else {
            take(.init(url: picture.url, type: type, length: number(attributes["fileSize"])))
            // The elements within do not describe a picture.
            reread(as: .mediaGroup)
        }
    }

    private static let pictureEndings = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".avif"]

    /// Takes a text about one picture, or about the whole item.
    func takeMedia(_ value: String, _ field: FeedField, isOwn: Bool) {
        guard let count = draft?.item.pictures.count else { return }
        if isOwn, count > 0 {
            switch field {
            case .mediaText: draft?.item.pictures[count - 1].alt = value
            case .mediaCredit: draft?.item.pictures[count - 1].credit = value
            // Not alternative text as such, but better than none.
            case .mediaTitle: draft?.item.pictures[count - 1].caption = value
            default: break
            }
        } else {
            switch field {
            case .mediaText: if draft?.media.alt.isEmpty == true { draft?.media.alt = value }
            case .mediaCredit: if draft?.media.credit.isEmpty == true { draft?.media.credit = value }
            default: break
            }
        }
    }
}
