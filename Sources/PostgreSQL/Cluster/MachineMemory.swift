import Foundation
import Glibc

/// The memory of the machine, or of the container, by which a new cluster is sized.
struct MachineMemory {
    let megabytes: Int

    init(megabytes: Int) { self.megabytes = megabytes }

    init() {
        let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        let group = (try? String(contentsOfFile: "/sys/fs/cgroup/memory.max", encoding: .utf8))
            .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        self.init(megabytes: max(256, min(machine, group ?? .max) >> 20))
    }

    /// Megabytes for PostgreSQL's own cache: an eighth, half of what its manual advises for a machine of its own (section 20.4.1),
    /// and no more than a machine of 4 GB affords.
    var sharedBuffers: Int { min(512, max(64, megabytes / 8)) }
}
