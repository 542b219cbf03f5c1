import AppStore
import AppStoreFixtures
import Foundation
import Ledger
import LedgerSQLite
import LedgerStorage
import PaywallCatalog

/// Fills a ledger through its own API, with texts that were signed and verified like any other.
struct LedgerFilling: Sendable {
  let signer: StoreSigner
  let verifier: Verifier
  let ledger: SQLiteLedger
  let customers: Int
  /// The number of first customers that have fifty transactions.
  let faithful: Int
  static let purchases = 50
  private static let together = 500
  private static let tasks = 2

  func run() async throws {
    let started = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<Self.tasks {
        group.addTask {
          let step = Self.tasks * Self.together
          for first in stride(from: task * Self.together, to: customers, by: step) {
            try await fill(first..<min(first + Self.together, customers))
            if first % 20_000 == 0 { progress(first, since: started) }
          }
        }
      }
      try await group.waitForAll()
    }
    progress(customers, since: started)
  }

  private func fill(_ numbers: Range<Int>) async throws {
    let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in numbers {
        let isFaithful = number < faithful
        let customer = MadeCustomer(number, purchases: isFaithful ? Self.purchases : 1)
        let notification = try verifier.notification(
          customer.notification(by: signer), at: now
        ).get()
        group.addTask { _ = try await ledger.append(notification, at: now) }
        guard isFaithful else { continue }
        let renewed = try (1..<Self.purchases).map {
          try verifier.transaction(signer.sign(customer.transaction($0)), at: now).get()
        }
        let evidence = try Evidence(transactions: renewed)
        group.addTask { _ = try await ledger.append(evidence, user: nil, at: now) }
      }
      try await group.waitForAll()
    }
  }

  private func progress(_ done: Int, since started: ContinuousClock.Instant) {
    let seconds = (ContinuousClock.now - started).components.seconds
    FileHandle.standardError.write(Data("\(done) of \(customers) customers, \(seconds) s\n".utf8))
  }
}
