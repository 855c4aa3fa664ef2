/// Something that was written of stories, and how much of them it holds.
package struct Fitted<Written> {
    /// What was written.
    package var written: Written
    /// How many steps of its packer it holds.
    package var count: Int
    /// Bytes of the document as sent.
    package var sent: Int
    /// Bytes of all files that it names.
    package var files: Int

    /// Document and files.
    package var used: Int { sent + files }
}

extension Packer {
    /// Writes as much as a budget has room for. How well a document compresses is known only when it is written: each attempt tells
    /// how much there is room for, until nearly all of the budget is used.
    /// - Parameters:
    ///   - frame: bytes written without stories, about.
    ///   - budget: bytes for everything as sent.
    ///   - compression: bytes as sent for each byte written, about.
    ///   - write: gives what stands for the first so many steps, and its bytes as sent.
    package func fit<Written>(
        frame: Int, budget: Int, compression: Double, _ write: (_ count: Int) throws -> (Written, sent: Int)
    ) rethrows -> Fitted<Written> {
        var best: Fitted<Written>?
        var next = count(frame: frame, budget: budget, compression: compression)
        var most = steps.count
        var attempt = 0
        while true {
            attempt += 1
            let (written, sent) = try write(next)
            let fitted = Fitted(written: written, count: next, sent: sent, files: weight(next).files)
            let room = budget - fitted.used
            if room >= 0 { best = fitted } else { most = next - 1 }
            // Where not even the frame has room, it is sent alone.
            if next == 0 { return best ?? fitted }
            let measured = Double(sent) / Double(max(1, frame + weight(next).written))
            let least = best?.count ?? -1
            next = min(count(frame: frame, budget: budget - budget / 200, compression: measured), most)
            if let best, next <= least || best.used > budget - budget / 25 || attempt >= Self.attempts { return best }
            if attempt >= Self.attempts { next = next * 3 / 4 }
        }
    }

    /// How often a document is written to come nearer to its budget.
    private static let attempts = 4
}
