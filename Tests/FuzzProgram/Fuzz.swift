import Foundation
import Fuzzing

/// Tries one reader of foreign bytes: `fuzz TARGET FOLDER…`. Built by `make fuzz`, libFuzzer searches for bytes that break it, beginning with
/// the files in the folders; built as usual, it reads these files once.
@main
enum Fuzz {
    /// Set once, before libFuzzer begins: its callback is a C function, to which nothing else can be given.
    nonisolated(unsafe) fileprivate static var target = FuzzTarget.form

    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard let target = arguments.first.flatMap({ FuzzTarget(rawValue: $0) }) else {
            print("fuzz TARGET FOLDER…; a target is one of", FuzzTarget.allCases.map(\.rawValue).joined(separator: " "))
            return
        }
        Self.target = target
        #if FUZZING
            search(Array(arguments.dropFirst()))
        #else
            for folder in arguments.dropFirst() {
                for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                    guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
                    print(name)
                    target.run([UInt8](bytes))
                }
            }
        #endif
    }
}

#if FUZZING
    /// libFuzzer calls this with one input after another.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
        Fuzz.target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    }

    /// libFuzzer's main function, which its library offers besides its own program.
    @_silgen_name("LLVMFuzzerRunDriver")
    private func runDriver(
        _ count: UnsafeMutablePointer<Int32>,
        _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
        _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
    ) -> Int32

    extension Fuzz {
        fileprivate static func search(_ options: [String]) {
            var words: [UnsafeMutablePointer<CChar>?] = (["fuzz"] + options).map { strdup($0) } + [nil]
            var count = Int32(words.count - 1)
            words.withUnsafeMutableBufferPointer { buffer in
                var base = buffer.baseAddress
                _ = runDriver(&count, &base) { testOneInput($0, $1) }
            }
        }
    }
#endif
