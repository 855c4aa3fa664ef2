/// A document written from stories, and how much of them it holds.
package struct Fitted<Written> {
    /// The written document.
    package var written: Written
    /// The number of its packer's steps that it holds.
    package var count: Int
    /// Bytes of the document as sent.
    package var sent: Int
    /// Bytes of all files that it names.
    package var files: Int
    /// Whether there was no room for some of its packer's steps.
    package var lacksRoom = false

    /// Document and files.
    package var used: Int { sent + files }
}

extension Packer {
    /// Writes as much as the budget has room for. How well a document compresses is known only once it is
    /// written: each attempt shows how much room there is, until nearly all of the budget is used.
    /// - Parameters:
    ///   - frame: the approximate bytes written without stories.
    ///   - budget: bytes for everything as sent.
    ///   - compression: the approximate bytes sent for each byte written.
    ///   - write: returns the document for the first `count` steps, and its bytes as sent.
    package func fit<Written>(
        frame: Int, budget: Int, compression: Double, _ write: (_ count: Int) throws -> (Written, sent: Int)
    ) rethrows -> Fitted<Written> {
        var best: Fitted<Written>?
        var next = count(frame: frame, budget: budget, compression: compression)
        var most = steps.count
        var attempt = 0
        var former: (written: Int, sent: Int)?
        while true {
            attempt += 1
            let (written, sent) = try write(next)
            let fitted = Fitted(
                written: written, count: next, sent: sent, files: weight(next).files, lacksRoom: next < steps.count)
            let room = budget - fitted.used
            if room >= 0 { best = fitted } else { most = next - 1 }
            // If there is no room even for the frame, it is sent alone.
            if next == 0 { return best ?? fitted }
            let added = weight(next).written
            let measured = Double(sent) / Double(max(1, frame + added))
            // One attempt tells what everything took; two tell what more stories add, which compress better than the frame.
            let slope = former.map { Double(sent - $0.sent) / Double(added - $0.written) } ?? 0
            let isKnown = slope > 0 && (measured / 4...measured * 2).contains(slope)
            let (start, ratio) = isKnown ? (Int(Double(sent) / slope) - added, slope) : (frame, measured)
            former = (added, sent)
            let least = best?.count ?? -1
            next = min(count(frame: start, budget: budget - budget / 200, compression: ratio), most)
            if let best, next <= least || best.used > budget - budget / 50 || attempt >= Self.attempts { return best }
            if attempt >= Self.attempts { next = next * 3 / 4 }
        }
    }

    /// The most attempts at writing a document to come nearer to its budget.
    private static let attempts = 4
}
