import PaywallAtomicFile
import PaywallCatalog

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The processes of a state folder that share Apple's limits. Each has a part of them to itself,
/// under a lock that it holds until it ends, so that they need not know of each other's calls.
package enum BudgetSeat: String, CaseIterable, Sendable {
  /// For the process that starts first: a server, or a command while no server runs.
  case most = "app-store-budget.json"
  /// For a command beside that process.
  case beside = "app-store-budget-beside.json"
  /// For a server that starts while a command has the largest part.
  case reserve = "app-store-budget-reserve.json"

  /// The part of each budget, from 0 to 1.
  package var share: Double {
    switch self {
    case .most: 0.8
    case .beside, .reserve: 0.1
    }
  }

  /// Takes the first one that no other process has.
  ///
  /// - Parameters:
  ///   - seats: in order of preference.
  ///   - holder: describes this process to people who find its seat taken.
  package static func take(
    _ seats: [BudgetSeat], in folder: String, holder: String
  ) throws(BudgetSeatsTaken) -> BudgetStorage {
    var holders: [String] = []
    for seat in seats {
      let file = "\(folder)/\(seat.rawValue)"
      do throws(HeldLock.Refusal) {
        return seat.storage(file, under: try HeldLock(file + ".lock", holder: holder))
      } catch .taken(let other) {
        holders.append(other ?? "another process")
      } catch {
        return seat.unkept
      }
    }
    throw BudgetSeatsTaken(holders: holders)
  }

  /// A storage without a lock and a file: Apple refuses calls over its limit, so nothing breaks.
  private var unkept: BudgetStorage {
    BudgetStorage(share: share, read: { BudgetUse() }, keep: { _ in false })
  }

  /// The part of a server, which begins in any case: a command that was there before it has the most.
  package static func ofServer(in folder: String, holder: String) -> BudgetStorage {
    (try? take([.most, .reserve], in: folder, holder: holder)) ?? reserve.unkept
  }

  /// A file that cannot be read counts as empty. It is replaced whole, so a process that is killed
  /// leaves the old one or the new one.
  private func storage(_ file: String, under lock: HeldLock) -> BudgetStorage {
    BudgetStorage(share: share) {
      guard let data = FileManager.default.contents(atPath: file), data.count < 1 << 20 else {
        return BudgetUse()
      }
      return (try? JSONDecoder().decode(BudgetFile.self, from: data))?.use ?? BudgetUse()
    } keep: { use in
      guard let data = try? JSONEncoder().encode(BudgetFile(use)) else { return false }
      return (try? AtomicFile.replace(file, with: Array(data))) != nil
    } giveBack: {
      lock.release()
    }
  }
}

/// Other processes have all parts of the limits that a command may have.
package struct BudgetSeatsTaken: Error, Hashable, Sendable {
  package let holders: [String]
}

private struct BudgetFile: Codable {
  struct Use: Codable {
    var environment: String
    var endpoint: String
    /// Pairs of the end of a time, in milliseconds, and its calls.
    var calls: [[Int64]]
    var pausedUntil: Int64?
  }

  var uses: [Use]

  init(_ use: BudgetUse) {
    uses = use.calls.map { key, calls in
      Use(
        environment: key.environment.rawValue, endpoint: key.endpoint.rawValue,
        calls: calls.counts.map { [$0.key, Int64($0.value)] },
        pausedUntil: calls.pausedUntil?.milliseconds)
    }
  }

  /// Entries that cannot be understood are left out.
  var use: BudgetUse {
    var result = BudgetUse()
    for use in uses {
      guard let environment = AppStoreEnvironment(rawValue: use.environment),
        let endpoint = AppStoreEndpoint(rawValue: use.endpoint)
      else { continue }
      var calls = BudgetUse.Calls()
      for pair in use.calls where pair.count == 2 && (0...100_000_000).contains(pair[1]) {
        calls.add(Int(pair[1]), at: Timestamp(milliseconds: pair[0]))
      }
      calls.pausedUntil = use.pausedUntil.map(Timestamp.init(milliseconds:))
      result.calls[.init(environment, endpoint)] = calls
    }
    return result
  }
}
