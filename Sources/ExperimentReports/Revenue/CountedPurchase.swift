import PaywallCatalog
import PaywallTextCoding

/// A purchase of a customer as revenue counts it, in 32 bytes. It depends on the products of the
/// configuration, and neither on rates nor on the moment of a report.
struct CountedPurchase: Sendable {
  /// When it was bought, or else signed.
  var start: Timestamp
  /// When a period of a subscription ends.
  var end: Timestamp
  /// Milliunits of the currency; 0 if it is unknown.
  var price: Int64
  /// The index in `SaleTermsList.all`.
  var terms: UInt32
  /// The periods of one subscription have one number, and stand in a row.
  var subscription: UInt16
  var marks: Marks

  struct Marks: OptionSet, Sendable {
    let rawValue: UInt16

    static let hasTime = Marks(rawValue: 1)
    static let hasPrice = Marks(rawValue: 1 << 1)
    /// See `TransactionFact.isOwn`.
    static let isOwn = Marks(rawValue: 1 << 2)
    static let isPaid = Marks(rawValue: 1 << 3)
    /// It has the commission of the time after a year.
    static let isAfterYear = Marks(rawValue: 1 << 4)
    /// It is a period of a subscription. Periods come first, by subscription, then start.
    static let isPeriod = Marks(rawValue: 1 << 5)
    static let isRenewal = Marks(rawValue: 1 << 6)
    static let isAddition = Marks(rawValue: 1 << 7)
  }

  var isPaid: Bool { marks.contains(.isPaid) }
  var isPeriod: Bool { marks.contains(.isPeriod) }
  var isRenewal: Bool { marks.contains(.isRenewal) }
  var isAddition: Bool { marks.contains(.isAddition) }
}

/// A refund of a purchase, or of a part of it.
struct CountedReturn: Sendable {
  /// The purchase, as an index among those of its customer.
  var purchase: Int
  var at: Timestamp
  /// The rest of the price from then on.
  var kept: Int64
}

/// The purchases of one customer, with their returns, the earliest first.
struct CountedCustomer {
  var purchases: ArraySlice<CountedPurchase>
  /// In the order of purchases.
  var returns: ArraySlice<CountedReturn>

  func returns(of purchase: Int) -> ArraySlice<CountedReturn> {
    guard !returns.isEmpty else { return [] }
    let first = returns.firstIndex { $0.purchase == purchase } ?? returns.endIndex
    return returns[first...].prefix { $0.purchase == purchase }
  }
}

/// The part of a purchase that many others share.
struct SaleTerms: Hashable, Sendable {
  var product: UTF8Key
  /// Empty if it is unknown.
  var storefront: UTF8Key
  /// In words; empty without an offer.
  var offer: UTF8Key
  var currency: UTF8Key?
  /// The period that the price pays for, 364 for each month and 12 for each day; 0 if it is unknown.
  var length: Int
}
