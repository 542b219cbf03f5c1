package import Ledger
package import PaywallCatalog
import PaywallTextCoding

/// Counts the requests of each API key in memory until they are written.
package final class KeyUseCounts: Sendable {
  private struct Uses {
    var name: String
    var requests = 0
  }

  /// By the mark of the caller; as many as there are keys.
  private let shards = ThreadShards<[UInt64: Uses]>([:])

  package init() {}

  func add(_ caller: Caller) {
    guard !caller.isKeyless else { return }
    shards.change { uses in
      uses[caller.mark, default: Uses(name: caller.name)].requests += 1
    }
  }

  /// Moves everything to `counts`, as of this moment's day.
  package func drain(into counts: inout DailyCounts, at now: Timestamp) {
    for (mark, use) in shards.take().joined() {
      let digest = stride(from: 56, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: mark >> $0)
      }
      let counted = KeyUse(
        name: use.name, digest: digest.hexadecimal, day: now.dayNumber, requests: use.requests)
      counts.add(counted.requests, to: counted.key)
    }
  }
}
