public import Mustache
public import News

// What lists are full of tells templates its properties itself. A name is looked up in every object around it, from the inside out, and
// to reflect an object takes longer than to write it: half the time of a page of search results.

extension TextSegment: MustacheParent {
    /// What templates can name.
    public func child(named name: String) -> Any? {
        switch name {
        case "text": text
        case "isMatch": isMatch
        default: nil
        }
    }
}

extension Moment: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "text": text
        case "datetime": datetime
        default: nil
        }
    }
}

extension SearchResults.Excerpt: MustacheParent {
    func child(named name: String) -> Any? { name == "segments" ? segments : nil }
}

extension SearchResults.Item: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "url": url
        case "headline": headline
        case "excerpt": excerpt
        case "section": section
        case "time": time
        case "language": language
        default: nil
        }
    }
}

extension ListPage.Item: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "id": id
        case "headline": headline
        case "url": url
        case "standfirst": standfirst
        case "section": section
        case "sectionURL": sectionURL
        case "time": time
        case "language": language
        case "thumbnail": thumbnail
        case "picture": picture
        default: nil
        }
    }
}

extension PagePicture: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "url": url
        case "width": width
        case "height": height
        case "alt": alt
        case "caption": caption
        case "credit": credit
        case "srcset": srcset
        case "sizes": sizes
        case "style": style
        case "isLazy": isLazy
        case "isCard": isCard
        default: nil
        }
    }
}

extension PageFrame.Link: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "name": self.name
        case "url": url
        case "isCurrent": isCurrent
        default: nil
        }
    }
}
