import AppStore
import LedgerStorage
import PaywallCatalog
import Subscribers
import Synchronization

@testable import Ledger
@testable import LedgerPostgres

/// Several nodes on one database, for the length of `body`.
func withNodes<Output>(
  _ count: Int, _ body: ([PostgresLedger], PostgresAddress) async throws -> Output
) async throws -> Output {
  let address = try PostgresAddress.unused()
  let nodes = try (0..<count).map { _ in try PostgresLedger.open(address) }
  do {
    let output = try await body(nodes, address)
    for node in nodes { await node.close() }
    return output
  } catch {
    for node in nodes { await node.close() }
    throw error
  }
}

/// Numbers that go up, from any task.
final class Counter: Sendable {
  private let last = Mutex(0)
  var value: Int { last.withLock { $0 } }

  @discardableResult func next() -> Int {
    last.withLock { last in
      last += 1
      return last
    }
  }
}

/// Signs an offer of 50 places a day for a customer of this number, and asks until there is an answer,
/// each time another node with another nonce.
func sign(
  _ number: Int, on nodes: [PostgresLedger], _ nonces: Counter
) async throws -> GrantOutcome {
  let offer = Sample.offer(limit: OfferLimit(perCustomer: 1, perDay: 50))
  let evidence = try Evidence(
    transactions: [
      Sample.transaction(Sample.fact("\(1000 + number)", customer: "\(7000 + number)"))
    ])
  var node = number
  while true {
    do {
      let request = Sample.request(
        offer, customer: evidence.identity, evidence: evidence, nonce: nonces.next())
      return try await nodes[node % nodes.count].grant([request], at: 1.5)[0]
    } catch {
      guard isUnavailable(error) else { throw error }
      node += 1
      // The database takes a moment to come back; a node that is closed never answers.
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}

func isUnavailable(_ error: any Error) -> Bool {
  if case .unavailable? = error as? LedgerFailure { true } else { false }
}
