import Foundation
import PostgreSQL

/// The stories found so far, and how good they are. A score has an upper bound by place and age, so a search knows when no
/// older story can be among the best (the threshold algorithm of Fagin, Lotem and Naor 2001).
struct SearchRanking {
    /// The end of the days that are searched, from which ages count.
    private let end: Date
    private let isByTime: Bool
    private var found: [Int: (score: Double, publishedAt: Date)] = [:]
    /// Those of which it is known whether they have the very words.
    private var read: Set<Int> = []
    private var hasExact = false

    /// Whether none of those read has the very words.
    var isNear: Bool { !hasExact && !read.isEmpty }

    init(lastDay: Int, isByTime: Bool) {
        end = Self.end(of: lastDay)
        self.isByTime = isByTime
    }

    private static func end(of day: Int) -> Date { Date(timeIntervalSince1970: Double(day + 1) * 86_400) }

    /// How well a story matches.
    struct Match {
        /// Whether its headline alone matches.
        let isHeadline: Bool
        /// PostgreSQL's rank, from 0 to 1.
        let rank: Double

        /// From 0.6 to 1 for a headline, from 0.03 to 0.05 for a text: even at an age of a thousand years a headline has more than
        /// a text of today.
        var worth: Double { isHeadline ? 0.6 + 0.4 * min(1, rank) : 0.03 + 0.02 * min(1, rank) }
    }

    /// The part of its worth that a story keeps whose words only have the same stems: so little that a headline of such words comes
    /// after a text of the very words.
    private static let kept = 0.02

    /// The greatest worth of a match that is found in a place and nowhere better.
    private func greatestWorth(_ place: SearchPlace) -> Double {
        switch place {
        case .headline: Match(isHeadline: true, rank: 1).worth
        case .anywhere: Match(isHeadline: false, rank: 1).worth
        }
    }

    /// The part of its worth that a match has at an age: six tenths after a month, a third after half a year and a sixth after ten
    /// years.
    private func remainder(_ publishedAt: Date) -> Double {
        1 / (1 + log1p(max(0, end.timeIntervalSince(publishedAt)) / (30 * 86_400)))
    }

    func knows(_ id: Int) -> Bool { found[id] != nil }

    mutating func add(_ candidate: SearchCandidate, _ match: Match) {
        let score = isByTime ? 0 : match.worth * remainder(candidate.publishedAt)
        found[candidate.id] = (score, candidate.publishedAt)
    }

    /// The best of which it is not yet known whether they have the very words, if one of them is among the best `count`. Every time
    /// as many as all times before, so that few steps lead through many.
    func unread(_ count: Int) -> [Int] {
        let ids = ids
        guard !isByTime, ids.prefix(count).contains(where: { !read.contains($0) }) else { return [] }
        return Array(ids.lazy.filter { !read.contains($0) }.prefix(max(count, read.count)))
    }

    /// Takes up which of some stories have the very words that are looked for.
    mutating func sort(_ ids: [Int], exact: Set<Int>) {
        read.formUnion(ids)
        hasExact = hasExact || !exact.isEmpty
        for id in ids where !exact.contains(id) { found[id]?.score *= Self.kept }
    }

    /// Whether the best `count` are known, if those not yet looked at match in this place and are no newer than a day.
    func isSettled(_ count: Int, in place: SearchPlace, untilDay day: Int) -> Bool {
        if isByTime || found.isEmpty { return true }
        let scores = found.values.map(\.score).sorted(by: >)
        return scores[max(0, min(count, scores.count) - 1)] >= greatestWorth(place) * remainder(Self.end(of: day))
    }

    /// The stories, the best first, or the newest.
    var ids: [Int] {
        found.sorted { left, right in
            (left.value.score, left.value.publishedAt, left.key) > (
                right.value.score, right.value.publishedAt, right.key
            )
        }.map(\.key)
    }
}

extension SearchIndex {
    /// Entries that are read at a time.
    static let lot = 100
    /// The most entries that are looked at for each place. Only words that hundreds of old texts share need more to be sure.
    static let candidateLimit = 400

    /// The stories that match, the best first, and the last day whose texts were not searched.
    /// - Parameter best: how many of the first must be the best of the whole archive.
    func ranked(_ wanted: SearchWanted, _ blocks: [DayBlock], best: Int, isByTime: Bool) throws -> (
        ids: [Int], older: Int?, isNear: Bool
    ) {
        var ranking = SearchRanking(lastDay: blocks.first?.last ?? 0, isByTime: isByTime)
        if !wanted.terms.isEmpty, !isByTime {
            _ = try look(for: wanted, in: .headline, blocks, best, &ranking)
        }
        let older = try look(for: wanted, in: .anywhere, blocks, best, &ranking)
        return (ranking.ids, older, ranking.isNear)
    }

    /// Looks until older stories can no longer be among the best. Returns the last day that was not searched.
    private func look(
        for wanted: SearchWanted, in place: SearchPlace, _ blocks: [DayBlock], _ best: Int,
        _ ranking: inout SearchRanking
    ) throws -> Int? {
        var (blocks, looked) = (blocks, 0)
        while let next = blocks.first {
            if looked >= Self.candidateLimit
                || looked > 0 && ranking.isSettled(best, in: place, untilDay: next.last)
            {
                return next.last
            }
            let read = try candidates(wanted.terms(in: place), in: place, wanted.facets, blocks, Self.lot)
            try rank(read.found, wanted.all, &ranking)
            try findExact(wanted, best, &ranking)
            (blocks, looked) = (read.rest, looked + read.found.count)
        }
        return nil
    }

    /// Adds the candidates that do match.
    private func rank(_ candidates: [SearchCandidate], _ terms: [SearchTerms], _ ranking: inout SearchRanking) throws {
        let new = candidates.filter { !ranking.knows($0.id) }
        guard !terms.isEmpty else {
            return new.forEach { ranking.add($0, .init(isHeadline: false, rank: 0)) }
        }
        let matches = Dictionary(
            try query(
                """
                with terms as materialized (
                    select language, exact::tsquery as exact, ranked::tsquery as ranked, string_to_array(filed, ',') as filed
                    from unnest(\(terms.map(\.language))::text[], \(terms.map(\.exact))::text[],
                        \(terms.map(\.ranked))::text[], \(terms.map(\.filedList))::text[]) t(language, exact, ranked, filed)
                )
                select e.article_id, t.filed = '{}' and ts_filter(e.words, '{a}') @@ t.exact as is_headline,
                    ts_rank('{0.25, 0.4, 1, 1}', e.words, t.ranked)::float8 * case t.filed when '{}' then 1 else 0.5 end as rank
                from search_entries e join terms t on t.language = e.language and e.words @@ t.exact and e.facets @> t.filed
                where e.article_id = any(\(new.map(\.id))::bigint[])
                """
            ).map { row in
                (
                    try row.get("article_id", as: Int.self),
                    SearchRanking.Match(isHeadline: try row.get("is_headline"), rank: try row.get("rank"))
                )
            }, uniquingKeysWith: { $0.worth < $1.worth ? $1 : $0 })
        for candidate in new { if let match = matches[candidate.id] { ranking.add(candidate, match) } }
    }
}
