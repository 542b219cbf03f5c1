package import HTTPDocuments
package import LocalAppStore
import PaywallCatalog

/// Reads the members of each cause, from the body of a request or from a step of a story. The
/// reader refuses what it does not take.
package enum CauseReader {
  /// The paths below `/v1/` that take a cause, which are the verbs of stories.
  package static let verbs: [String: Read] = [SeatReader.verbs, RetentionReader.verbs]
    .reduce(purchases) { $0.merging($1) { first, _ in first } }

  package typealias Read = @Sendable (inout MemberReader) throws -> StoreCause

  private static let purchases: [String: Read] = [
    "customer": { body in
      let id = try body.name("id", "the id of the new customer")
      let storefront = try storefront(of: &body) ?? .usa
      return StoreCause(.customer(id)) { try $0.addCustomer(id, storefront: storefront) }
    },
    "buy": { body in
      let (product, customer) = (try body.product(), try body.customer())
      let options = try OfferReader.options(of: &body)
      return StoreCause(.customer(customer)) { try $0.buy(product, by: customer, options) }
    },
    "redeem": { body in
      let url = try body.required("url", "the address of the offer code")
      return try ofCustomer { try $0.redeem(url, by: $1) }(&body)
    },
    "finish": ofTransaction { try $0.finish($1) },
    "reinstall": { body in
      let customer = try body.customer()
      let isNew = try body.boolean("newDevice") ?? false
      return StoreCause(.customer(customer)) { try $0.reinstall(customer, onNewDevice: isNew) }
    },
    "ask-to-buy": { body in
      let asks = try body.isTrue("asks")
      return try ofCustomer { try $0.setAsksToBuy(asks, of: $1) }(&body)
    },
    "approve": ofPurchase { try $0.approve($1, by: $2) },
    "decline": ofPurchase { try $0.decline($1, by: $2) },
    "resume": ofPurchase { try $0.resume($1, by: $2) },
    "card": { body in
      let works = try body.isTrue("works")
      return try ofCustomer { try $0.setPayment(works: works, of: $1) }(&body)
    },
    "price": { body in
      let (product, price) = (try body.product(), try body.price())
      let storefront = try storefront(of: &body)
      let needsConsent = try body.boolean("consent") ?? false
      return StoreCause(.app) {
        try $0.setPrice(of: product, to: price, in: storefront, needsConsent: needsConsent)
      }
    },
    "monthly-plan": { body in
      let (product, price) = (try body.product(), try body.price())
      let trial = try body.length("trial", "'1 month' or P1M")
      return StoreCause(.app) { try $0.sellMonthly(product, for: price, trial: trial) }
    },
    "agree": ofPurchase { try $0.agreeToPriceIncrease(of: $1, by: $2) },
    "join-family": { body in
      let customer = try body.customer()
      let organizer = try body.name("organizer", "the id of a customer")
      return StoreCause(.customer(customer)) { try $0.joinFamily(customer, of: organizer) }
    },
    "leave-family": ofCustomer { try $0.leaveFamily($1) },
    "share": { body in
      let shares = try body.isTrue("shares")
      return try ofPurchase { try $0.setSharing(shares, $1, by: $2) }(&body)
    },
    "request-refund": { body in
      let transaction = try body.transaction()
      let reason = try body.word("reason", ConsumptionReason.allCases, or: .other) { $0.rawValue }
      return StoreCause(.transaction(transaction)) {
        try $0.requestRefund(of: transaction, because: reason)
      }
    },
    "decline-refund": ofTransaction { try $0.declineRefund(of: $1) },
    "refund": { body in
      let (transaction, reason) = (try body.transaction(), try body.refundReason())
      let isProrated = try body.boolean("prorated") ?? false
      return StoreCause(.transaction(transaction)) {
        try $0.refund(transaction, because: reason, isProrated: isProrated)
      }
    },
    "reverse-refund": ofTransaction { try $0.reverseRefund(of: $1) },
    "extend": { body in
      let (product, customer) = (try body.product(), try body.customer())
      let days = try body.whole("days", "1 to 90")
      return StoreCause(.customer(customer)) { try $0.extend(product, of: customer, days: days) }
    },
    "extend-all": { body in
      let (product, days) = (try body.product(), try body.whole("days", "1 to 90"))
      let storefront = try storefront(of: &body)
      return StoreCause(.app) { try $0.extendAll(product, days: days, in: storefront) }
    },
    "rescind-consent": ofCustomer { try $0.rescindConsent($1) },
    "test-notification": { _ in StoreCause(.app) { $0.requestTestNotification() } },
    "withdraw": { body in
      let product = try body.product()
      return StoreCause(.app) { try $0.withdraw(product) }
    },
    "restore": ofCustomer { try $0.restore($1) },
    "account-token": { body in
      let token = try body.required("appAccountToken", "a UUID")
      return try ofTransaction { try $0.setAccountToken(token, of: $1) }(&body)
    },
  ]

  private static func storefront(of body: inout MemberReader) throws -> Storefront? {
    try body.word("storefront", Storefront.all, or: nil) { $0?.country ?? "" }
  }
}

// Causes of one kind, which read it last.
extension CauseReader {
  private static func ofCustomer<Outcome>(
    _ work: @escaping @Sendable (inout World, _ customer: String) throws -> Outcome
  ) -> Read {
    { body in
      let customer = try body.customer()
      return StoreCause(.customer(customer)) { try work(&$0, customer) }
    }
  }

  private static func ofTransaction<Outcome>(
    _ work: @escaping @Sendable (inout World, _ transaction: String) throws -> Outcome
  ) -> Read {
    { body in
      let transaction = try body.transaction()
      return StoreCause(.transaction(transaction)) { try work(&$0, transaction) }
    }
  }

  static func ofPurchase<Outcome>(
    _ work:
      @escaping @Sendable (inout World, _ product: String, _ customer: String) throws ->
      Outcome
  ) -> Read {
    { body in
      let (product, customer) = (try body.product(), try body.customer())
      return StoreCause(.customer(customer)) { try work(&$0, product, customer) }
    }
  }
}

extension MemberReader {
  /// A text that people read in lists: 1 to 200 characters without those that steer how others are
  /// shown.
  mutating func name(_ member: String, _ what: String) throws(Problem) -> String {
    let text = try required(member, what)
    let steering: [Unicode.GeneralCategory] = [
      .control, .format, .lineSeparator, .paragraphSeparator,
    ]
    guard (1...200).contains(text.count), text.utf8.count <= 800,
      !text.unicodeScalars.contains(where: { steering.contains($0.properties.generalCategory) })
    else {
      throw Problem(
        .wrongType, "'\(member)' must have 1 to 200 characters, and no control characters.",
        field: member)
    }
    return text
  }

  mutating func customer() throws(Problem) -> String {
    try name("customer", "the id of a customer")
  }

  mutating func product() throws(Problem) -> String { try name("product", "the id of a product") }

  mutating func transaction() throws(Problem) -> String {
    try name("transaction", "the id of a transaction")
  }

  mutating func refundReason() throws(Problem) -> RefundReason {
    try word("reason", [.other, .troubleWithApp], or: .other) { "\($0)" }
  }

  /// A boolean that must be there.
  mutating func isTrue(_ name: String) throws(Problem) -> Bool {
    guard let value = try boolean(name) else {
      throw Problem(.missingMember, "The body needs '\(name)': true or false.", field: name)
    }
    return value
  }

  /// Milliunits: up to twelve digits before the point, as in `.storekit` files.
  mutating func price() throws(Problem) -> Int64 {
    let range = 0...Int64(999_999_999_999_999)
    guard let price = Int64(exactly: try whole("price", "milliunits")), range.contains(price) else {
      throw Problem("price", mustBe: "0 or more milliunits")
    }
    return price
  }

  /// A length, if one is given.
  mutating func length(_ name: String, _ example: String) throws(Problem) -> Period? {
    guard let text = try text(name) else { return nil }
    guard let length = Period(words: text) else {
      throw Problem(name, mustBe: "a length such as \(example)")
    }
    return length
  }

  mutating func whole(_ name: String, _ range: String) throws(Problem) -> Int {
    guard let member = take(name) else {
      throw Problem(.missingMember, "The body needs '\(name)': \(range).", field: name)
    }
    guard let whole = member.value.whole, let number = Int(exactly: whole) else {
      throw Self.wrong(member, "a whole number")
    }
    return number
  }

  /// One of some words; a default without it.
  package mutating func word<Value>(
    _ name: String, _ values: [Value], or standard: Value, _ word: (Value) -> String
  ) throws(Problem) -> Value {
    guard let text = try text(name) else { return standard }
    var words: [String] = []
    for value in values {
      if word(value) == text { return value }
      words.append(word(value))
    }
    throw Problem(name, mustBe: "one of \(words.joined(separator: ", "))")
  }
}

extension Problem {
  /// A member has another value than it may have.
  package init(_ name: String, mustBe expected: String, place: Place? = nil) {
    self.init(.wrongType, "'\(name)' must be \(expected).", field: name, place: place)
  }
}
