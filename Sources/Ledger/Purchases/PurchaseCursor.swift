package import Subscribers

/// How far a reader has come in the purchases of customers: for each customer the number of the last
/// change. It is valid in one ledger; in another one the reader begins again.
package struct PurchaseCursor: Hashable, Sendable {
  /// Drawn when the tables of the ledger were made.
  package var ledger: String
  package var numbers: [CustomerRow.Number: Int64] = [:]

  /// The hexadecimal digits of `ledger`.
  private static let digits = 16

  package var text: String {
    ([ledger] + numbers.sorted { $0.key < $1.key }.map { "\($0.key)-\($0.value)" })
      .joined(separator: ".")
  }
}

extension PurchaseCursor {
  /// `nil` for a text that no ledger made.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let ledger = parts.first, ledger.utf8.count == Self.digits,
      ledger.utf8.allSatisfy({
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
      })
    else { return nil }
    self.init(ledger: String(ledger))
    for part in parts.dropFirst() {
      let pair = part.split(separator: "-", omittingEmptySubsequences: false)
      guard pair.count == 2, let customer = Int64(pair[0]), let number = Int64(pair[1]),
        customer >= 0, number >= 0, numbers.updateValue(number, forKey: customer) == nil
      else { return nil }
    }
  }
}

/// A page of the purchases of customers.
package struct PurchasePage: Hashable, Sendable {
  package var purchases: [OneTimePurchase]
  package var next: PurchaseCursor
  package var hasMore: Bool
}
