import PaywallCatalog
import PaywallTextCoding
import Subscribers

@testable import Ledger

extension OracleTables {
  struct StoredPosting: Sendable {
    var posting: Posting
    var customer: CustomerRow.Number
    var environment: AppStoreEnvironment
    var chain: UTF8Key?
  }

  func credits(of product: String) -> [String: Int64] { productCredits[product] ?? [:] }
  func credits() -> [String: [String: Int64]] { productCredits }
  mutating func put(credits: [String: [String: Int64]]) { productCredits = credits }

  func balances(of customer: CustomerRow.Number) -> [String: Int64] {
    postings(of: customer).reduce(into: [:]) { $0[$1.currency, default: 0] += $1.amount }
  }

  func postings(of customer: CustomerRow.Number) -> [Posting] {
    postings.filter { $0.customer == customer }.map(\.posting)
  }

  func postings(in chain: PurchaseChainRow) -> [Posting] {
    postings.filter { $0.isOf(chain) }.map(\.posting)
  }

  func postings(
    byKey id: String, in environment: AppStoreEnvironment
  ) -> [(posting: Posting, customer: CustomerRow.Number)] {
    postings.filter {
      $0.environment == environment && $0.chain == nil && $0.posting.cause != .erasure
        && $0.posting.id.hasSameUTF8(as: id)
    }.map { ($0.posting, $0.customer) }
  }

  mutating func add(_ posting: Posting, of customer: CustomerRow, by chain: PurchaseChainRow?) {
    postings.append(
      StoredPosting(
        posting: posting, customer: customer.number, environment: customer.environment,
        chain: chain.map { UTF8Key($0.originalTransactionId) }))
  }

  mutating func move(postingsOf chain: PurchaseChainRow, to customer: CustomerRow.Number) {
    for index in postings.indices where postings[index].isOf(chain) {
      postings[index].customer = customer
    }
  }

  mutating func movePostings(of provisional: CustomerRow.Number, to customer: CustomerRow.Number) {
    for index in postings.indices where postings[index].customer == provisional {
      postings[index].customer = customer
    }
  }

  mutating func removePostings(of customer: CustomerRow.Number) {
    postings.removeAll { $0.customer == customer }
  }
}

extension OracleTables.StoredPosting {
  fileprivate func isOf(_ row: PurchaseChainRow) -> Bool {
    customer == row.owner.number && chain == UTF8Key(row.originalTransactionId)
  }
}
