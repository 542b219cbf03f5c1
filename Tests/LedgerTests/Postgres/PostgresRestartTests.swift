import AppStore
import Foundation
import Ledger
import LedgerStorage
import PaywallCatalog
import Synchronization
import TestSupport

@testable import LedgerPostgres
import Testing

/// The database crashes and comes back, or another takes over, while servers write.
@Suite("A database that crashes", .serialized, .enabled(if: PostgresCluster.isInstalled))
struct PostgresRestartTests {
  /// Names of notifications that were acknowledged.
  private final class Sent: Sendable {
    let acknowledged = Mutex<Set<String>>([])
    let isOver = Mutex(false)
  }

  /// Runs 400 signers; `disturb` runs once some of them have their answer.
  private static func race(
    on nodes: [PostgresLedger], _ disturb: @escaping @Sendable () async throws -> Void
  ) async throws -> [GrantOutcome] {
    let (nonces, answers) = (Counter(), Counter())
    return try await withThrowingTaskGroup(of: GrantOutcome?.self) { group in
      for number in 0..<400 {
        group.addTask {
          // The first signers begin alone, so that the disturbance falls among grants.
          if number >= 40 { await until { answers.value >= 20 } }
          let outcome = try await sign(number, on: nodes, nonces)
          answers.next()
          return outcome
        }
      }
      group.addTask {
        await until { answers.value >= 20 }
        try await disturb()
        return nil
      }
      return try await group.reduce(into: []) { if let outcome = $1 { $0.append(outcome) } }
    }
  }

  @Test("400 signers on four nodes get exactly 50 places, though PostgreSQL crashes")
  func crash() async throws {
    let cluster = try await offPool { try PostgresCluster() }
    let address = try PostgresAddress(cluster.address())
    let nodes = try (0..<4).map { _ in try PostgresLedger.open(address) }
    let outcomes = try await Self.race(on: nodes) {
      try await offPool { try cluster.halt(.immediate) }
      // This node's unfinished work is lost; its signers go to other nodes.
      await nodes[3].close()
      try await offPool { try cluster.resume() }
    }
    #expect(outcomes.count == 400)
    #expect(Set(outcomes.compactMap(\.grant?.id)).count == 50)
    #expect(outcomes.count { $0 == .refused(.dayLimitReached) } == 350)
    let counts = try await nodes[0].dayCounts(of: "half", at: 1)
    #expect(counts == ["half": 50])
    for node in nodes.prefix(3) { await node.close() }
    try await offPool { cluster.stop() }
  }

  @Test("a standby that takes over has everything that was acknowledged, and nothing twice")
  func failOver() async throws {
    let primary = try await offPool { try PostgresCluster() }
    let standby = try await offPool { try PostgresCluster(standbyOf: primary) }
    // The setting of the documentation: a commit waits until the standby has it on disk.
    try primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
    try primary.sql("SELECT pg_reload_conf()")
    try await until {
      try primary.sql("SELECT sync_state FROM pg_stat_replication") == ["sync"]
    }
    let address = try PostgresAddress(primary.address(or: standby, schema: "shared"))
    let nodes = try (0..<2).map { _ in try PostgresLedger.open(address) }
    let sent = Sent()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          var number = 0
          while !sent.isOver.withLock({ $0 }) {
            number += 1
            let name = "n\(writer)-\(number)"
            let fact = Sample.fact("\(writer)\(10_000 + number)")
            do {
              try await nodes[writer % 2].append(Sample.notification(name, fact), at: 1)
              sent.acknowledged.withLock { _ = $0.insert(name) }
            } catch {
              guard isUnavailable(error) else { throw error }
              // The text was not acknowledged: Apple would send it again.
              try await Task.sleep(for: .milliseconds(5))
            }
          }
        }
      }
      group.addTask {
        defer { sent.isOver.withLock { $0 = true } }
        await until { sent.acknowledged.withLock(\.count) >= 200 }
        try await offPool {
          try primary.halt(.immediate)
          try standby.sql("ALTER SYSTEM SET synchronous_standby_names = ''")
          try standby.sql("SELECT pg_promote()")
        }
        let before = sent.acknowledged.withLock(\.count)
        await until { sent.acknowledged.withLock(\.count) >= before + 200 }
      }
      try await group.waitForAll()
    }
    let kept = try standby.sql("SELECT uuid FROM shared.notifications")
    let missing = sent.acknowledged.withLock { $0.subtracting(kept) }
    #expect(missing.isEmpty, "\(missing.count) of \(kept.count) are missing")
    #expect(kept.count == Set(kept).count)
    #expect(sent.acknowledged.withLock(\.count) >= 400)
    let outcome = try await nodes[0].append(
      Sample.notification("n0-1", Sample.fact("010001")), at: 1)
    #expect(outcome == .already)
    for node in nodes { await node.close() }
    try await offPool {
      standby.stop()
      primary.stop()
    }
  }
}
