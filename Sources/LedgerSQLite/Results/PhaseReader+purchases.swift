import Ledger
import LedgerStorage
import PaywallCatalog
import PaywallTextCoding
import Subscribers

extension PhaseReader {
  private static let transactions = """
    SELECT l.customer, l.number, t.transaction_id, l.original_transaction_id, t.group_id IS NULL,
      t.type, t.ownership, t.reason, t.offer_discount, t.purchase_date, t.original_purchase_date,
      t.price, t.currency, t.revocation_date, t.revocation_type, t.revocation_percentage,
      t.revocation_reason, t.refunded_at, t.quantity, t.seats, t.seat_revocations,
      t.additional_reason, t.web_order_line_item_id, t.expires_date IS NULL,
      t.product_id, t.billing_plan
    FROM lines AS l CROSS JOIN transactions AS t ON t.line = l.number
    WHERE l.environment = ? AND l.has_purchases = 1
    """
  private static let events = """
    SELECT l.customer, l.number, e.kind, e.at
    FROM renewal_events AS e CROSS JOIN lines AS l ON l.number = e.line
    WHERE l.environment = ? AND l.has_purchases = 1
      AND EXISTS (SELECT 1 FROM transactions AS t WHERE t.line = e.line)
    """

  /// - Parameter persons: the places of persons by their customers.
  mutating func readPurchases(of persons: CustomerPlaces) throws {
    guard !image.columns.persons.isEmpty else { return }
    image.columns.reserve(
      persons: 0,
      purchases: try tables.first("SELECT count(*) FROM transactions") { $0.int(0) } ?? 0)
    var reader = TransactionReader()
    var chains = PurchaseChains(persons: image.columns.persons.count)
    try tables.forEach(Self.transactions, [key.environment.cell]) { row in
      pace.step()
      guard let person = persons[row.int64(0)] else { return }
      let place = chains.begin(row.int64(1), of: person, &image.columns)
      chains.append(
        try reader.purchase(row, of: person, chain: place, &image.columns),
        named: PurchaseChains.name(row))
    }
    chains.end(&image.columns)
    for copied in chains.copied {
      guard let chain = try tables.chain(copied.number) else { continue }
      let purchases = try tables.purchases(in: chain)
      let contradicted = purchases.contradicted
      for fact in purchases.facts {
        image.columns.append(
          fact, of: copied.person, chain: copied.place,
          isContradicted: contradicted.contains(UTF8Key(fact.transactionId)))
      }
    }
    try tables.forEach(Self.events, [key.environment.cell]) { row in
      guard let person = persons[row.int64(0)] else { return }
      guard let kind = RenewalEvent.Kind(rawValue: row.int(2)) else {
        throw UnreadableRow("an event of a renewal of an unknown kind")
      }
      image.columns.append(
        PhaseColumns.Event(
          at: row.int64(3), person: person, chain: chains.place(of: row.int64(1)), kind: kind))
    }
  }
}

/// Reads transactions into columns. The result is computed once for each combination of words.
private struct TransactionReader {
  private var marks: [Int64: PhaseColumns.Marks] = [:]
  private var currencies: [Int64: UInt8] = [:]
  private var products: [IdCell: UInt16] = [:]

  /// - Parameter columns: gets what the purchase refers to.
  mutating func purchase(
    _ row: SQLRow, of person: UInt32, chain: UInt16, _ columns: inout PhaseColumns
  ) throws -> PhaseColumns.Purchase {
    var marks = try marks(row)
    let at = boughtAt(row, marks)
    if let at {
      marks.insert(.hasTime)
      let first = row.int64(optional: 10) ?? at
      if marks.contains(.isSubscription), at - first >= PhaseColumns.Purchase.year {
        marks.insert(.isAfterYear)
      }
    }
    let mayBeReturned = row.int64(optional: 13) != nil || row.plain(optional: 20) != nil
    return PhaseColumns.Purchase(
      at: at ?? 0, price: row.int64(11), person: person,
      returned: mayBeReturned ? columns.append(returnsOf: try fact(row)) : 0, chain: chain,
      currency: currency(row, &columns), marks: marks, product: try product(row, &columns))
  }

  private mutating func product(_ row: SQLRow, _ columns: inout PhaseColumns) throws -> UInt16 {
    if let plan = row.word(25) {
      return columns.number(ofProduct: try row.required(24), on: OpenEnum(raw: plan))
    }
    let cell = row.idCell(24)
    if let known = products[cell] { return known }
    let number = columns.number(ofProduct: try row.required(24))
    products[cell] = number
    return number
  }

  /// See `TransactionFact.boughtAt`.
  private func boughtAt(_ row: SQLRow, _ marks: PhaseColumns.Marks) -> Int64? {
    let original = row.int64(optional: 10)
    if marks.contains(.isNonConsumable), let original { return original }
    return row.int64(optional: 9) ?? (row.isSame(2, as: 3) ? original : nil)
  }

  private mutating func currency(_ row: SQLRow, _ columns: inout PhaseColumns) -> UInt8 {
    guard row.isNumber(12) else { return columns.number(ofCurrency: row.word(12)) }
    let code = row.int64(12)
    if let known = currencies[code] { return known }
    let number = columns.number(ofCurrency: row.word(12))
    currencies[code] = number
    return number
  }

  private mutating func marks(_ row: SQLRow) throws -> PhaseColumns.Marks {
    guard row.word(21) == nil else { return PhaseColumns.Marks(try fact(row)) }
    var key: Int64 = row.int64(4)
    for column in 5...8 {
      guard !row.isText(column) else { return PhaseColumns.Marks(try fact(row)) }
      key = key << 10 | (row.int64(optional: column).map { $0 + 1 } ?? 0)
    }
    key = key << 2 | (row.int64(optional: 11).map { $0 > 0 ? 1 : 2 } ?? 0)
    if let known = marks[key] { return known }
    let new = PhaseColumns.Marks(try fact(row))
    marks[key] = new
    return new
  }

  /// The transaction as far as its marks and what was given back need it.
  private func fact(_ row: SQLRow) throws -> TransactionFact {
    var fact = TransactionFact(
      environment: .production, transactionId: "", originalTransactionId: "", productId: "",
      signedDate: .epoch, groupId: row.flag(4) == true ? nil : "",
      type: row.openWord(5), ownership: row.openWord(6),
      reason: row.openWord(7), quantity: row.int(optional: 18),
      price: row.int64(optional: 11), offerDiscount: row.openWord(8),
      revocationDate: row.moment(13), revocationReason: row.int(optional: 16),
      revocationType: row.openWord(14),
      revocationPercentage: row.int(optional: 15))
    fact.refundedAt = row.moment(17)
    fact.seats = try row.stored(19)
    fact.seatRevocations = try row.stored(20) ?? []
    fact.additionalReason = row.openWord(21)
    return fact
  }
}
