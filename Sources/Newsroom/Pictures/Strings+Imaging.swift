import Foundation
import Imaging
import Web

extension Strings {
    /// Why a picture was refused, and what to do, in the reader's language. Details of a damage stay in English.
    func text(of error: ImagingError) -> String {
        switch error {
        case .unrecognized: self["room_imaging_unrecognized"]
        case .tooManyBytes(let actual, let limit):
            filled("room_imaging_tooManyBytes", ["actual": mega(actual), "limit": mega(limit)])
        case .tooManyPixels(let width, let height, let limit):
            filled("room_imaging_tooManyPixels", ["size": "\(width) × \(height)", "limit": "\(limit)"])
        case .tooLong(let width, let height, let limit):
            filled("room_imaging_tooLong", ["size": "\(width) × \(height)", "limit": "\(limit)"])
        case .tooManyScans: self["room_imaging_tooManyScans"]
        case .tooManyFrames(let limit): self("room_imaging_tooManyFrames", "\(limit)")
        case .unsupported(let what): self("room_imaging_unsupported", what)
        case .corrupt(let reason): self("room_imaging_corrupt", reason)
        case .notEncoded: self["room_imaging_notEncoded"]
        case .tooMuchWork: self["room_imaging_tooMuchWork"]
        }
    }

    /// Bytes in megabytes, with a decimal where there is one.
    private func mega(_ bytes: Int) -> String {
        (Double(bytes) / 1_000_000).formatted(
            .number.precision(.fractionLength(0...1)).locale(locale))
    }
}
