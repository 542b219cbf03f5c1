package import Ledger
package import PaywallCatalog
import PaywallTextCoding
import Synchronization

/// Counts the requests of each API key in memory until they are written. Each thread has a shard of
/// its own, as for decisions.
package final class KeyUseCounts: Sendable {
  private struct Uses {
    var name: String
    var requests = 0
  }

  private final class Shard: Sendable {
    /// By the mark of the caller; as many as there are keys.
    let uses = Mutex<[UInt64: Uses]>([:])
  }

  private let shards = (0..<32).map { _ in Shard() }

  package init() {}

  func add(_ caller: Caller) {
    guard !caller.isKeyless else { return }
    shards[ThreadNumber.current % shards.count].uses.withLock { uses in
      uses[caller.mark, default: Uses(name: caller.name)].requests += 1
    }
  }

  /// Moves everything to `counts`, as of this moment's day.
  package func drain(into counts: inout DailyCounts, at now: Timestamp) {
    var sums: [UInt64: Uses] = [:]
    for shard in shards {
      let uses = shard.uses.withLock { uses in
        defer { uses = [:] }
        return uses
      }
      for (mark, use) in uses { sums[mark, default: Uses(name: use.name)].requests += use.requests }
    }
    for (mark, use) in sums where use.requests > 0 {
      let digest = stride(from: 56, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: mark >> $0)
      }
      let counted = KeyUse(
        name: use.name, digest: digest.hexadecimal, day: now.dayNumber, requests: use.requests)
      counts.add(counted.requests, to: counted.key)
    }
  }
}
