import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

extension MoneyEvent {
  package init(_ row: some LedgerRow, in chain: PurchaseChainRow) throws {
    self.init(
      originalTransactionId: chain.originalTransactionId, transactionId: try row.required(0),
      kind: try row.known(number: 1, "a money event of an unknown kind"),
      at: row.moment(2) ?? .epoch, receivedAt: row.moment(3),
      reason: row.int(optional: 4), type: row.word(5).map { OpenEnum(raw: $0) },
      percentage: row.int(optional: 6))
  }
}

extension RenewalEvent {
  package init(_ row: some LedgerRow, in chain: PurchaseChainRow) throws {
    self.init(
      originalTransactionId: chain.originalTransactionId,
      kind: try row.known(number: 0, "an event of a renewal of an unknown kind"),
      at: row.moment(1) ?? .epoch)
  }
}

extension RecordKey {
  /// An experiment, a phase, a unit and its kind.
  package init(_ row: some LedgerRow) throws {
    self.init(
      experiment: try row.required(0), phase: row.int(1), unit: try row.required(2),
      unitKind: try row.known(3, "a unit of an unknown kind"))
  }
}

extension Covariates {
  package static let columns = """
    before, transactions, spend, unpriced, days_since_purchase, days_since_install, is_complete
    """

  package init(_ row: some LedgerRow) throws {
    self.init(
      before: row.moment(0) ?? .epoch, transactions: row.int(1),
      spend: try Self.spend(of: try row.plain(2)), unpriced: row.int(3),
      daysSincePurchase: row.int(optional: 4), daysSinceInstall: row.int(optional: 5),
      isComplete: row.flag(6) ?? false)
  }

  /// In the order of the columns.
  package var cells: [SQLValue] {
    [
      PlainCell.moment(before), PlainCell.number(transactions), .text(spendText),
      PlainCell.number(unpriced),
      PlainCell.number(daysSincePurchase), PlainCell.number(daysSinceInstall),
      PlainCell.flag(isComplete),
    ]
  }

  /// `EUR 9990 USD -20`: currencies in order, milliunits.
  private var spendText: String {
    spend.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: " ")
  }

  /// Reads `spendText`.
  package static func spend(of text: String) throws -> [String: Int64] {
    let words = text.split(separator: " ").map(String.init)
    var spend: [String: Int64] = [:]
    for place in stride(from: 0, to: words.count, by: 2) {
      guard place + 1 < words.count, let amount = Int64(words[place + 1]) else {
        throw UnreadableRow("spend that is no list of currencies and amounts")
      }
      spend[words[place]] = amount
    }
    return spend
  }
}

extension UnitCovariates {
  /// The columns of the covariates, a unit and its kind.
  package init(_ row: some LedgerRow) throws {
    self.init(
      unit: try row.required(7), unitKind: try row.known(8, "a unit of an unknown kind"),
      covariates: try Covariates(row))
  }
}
