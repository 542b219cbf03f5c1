package import HTTPDocuments
package import LocalAppStore
import PaywallCatalog

/// Reads the members of each cause: of the body of a request, or of a step of a story. The reader
/// refuses what it does not take.
package enum CauseReader {
  /// The paths below `/v1/` that take a cause, which are the verbs of stories.
  package static let verbs: [String: Read] = purchases.merging(SeatReader.verbs) { first, _ in
    first
  }

  package typealias Read = @Sendable (inout MemberReader) throws -> StoreCause

  private static let purchases: [String: Read] = [
    "customer": { body in
      .addCustomer(
        try body.name("id", "the id of the new customer"),
        try storefront(of: &body, or: .usa) ?? .usa)
    },
    "buy": { body in
      let product = try body.name("product", "the id of a product")
      let customer = try body.customer()
      return .buy(product: product, by: customer, try OfferReader.options(of: &body))
    },
    "redeem": {
      .redeem(
        url: try $0.required("url", "the address of the offer code"), by: try $0.customer())
    },
    "finish": { .finish(transaction: try $0.transaction()) },
    "reinstall": {
      .reinstall(try $0.customer(), onNewDevice: try $0.boolean("newDevice") ?? false)
    },
    "ask-to-buy": { .setAsksToBuy(try $0.isTrue("asks"), of: try $0.customer()) },
    "approve": { .approve(product: try $0.product(), by: try $0.customer()) },
    "decline": { .decline(product: try $0.product(), by: try $0.customer()) },
    "cancel": { .cancel(product: try $0.product(), by: try $0.customer()) },
    "resume": { .resume(product: try $0.product(), by: try $0.customer()) },
    "card": { .setPayment(works: try $0.isTrue("works"), of: try $0.customer()) },
    "price": { body in
      .setPrice(
        product: try body.product(), try body.price(), try storefront(of: &body, or: nil),
        needsConsent: try body.boolean("consent") ?? false)
    },
    "monthly-plan": { body in
      .sellMonthly(
        product: try body.product(), try body.price(),
        trial: try body.length("trial", "'1 month' or P1M"))
    },
    "agree": { .agreeToPriceIncrease(product: try $0.product(), by: try $0.customer()) },
    "join-family": { body in
      .joinFamily(
        try body.customer(), organizer: try body.name("organizer", "the id of a customer"))
    },
    "leave-family": { .leaveFamily(try $0.customer()) },
    "share": {
      .setSharing(try $0.isTrue("shares"), product: try $0.product(), by: try $0.customer())
    },
    "request-refund": { body in
      .requestRefund(
        of: try body.transaction(),
        try body.word("reason", ConsumptionReason.allCases, or: .other) { $0.rawValue })
    },
    "decline-refund": { .declineRefund(of: try $0.transaction()) },
    "refund": { body in
      .refund(
        try body.transaction(),
        try body.word("reason", [RefundReason.other, .troubleWithApp], or: .other) { "\($0)" },
        isProrated: try body.boolean("prorated") ?? false)
    },
    "reverse-refund": { .reverseRefund(of: try $0.transaction()) },
    "extend": { body in
      .extend(
        product: try body.product(), of: try body.customer(),
        days: try body.whole("days", "1 to 90"))
    },
    "extend-all": { body in
      .extendAll(
        product: try body.product(), days: try body.whole("days", "1 to 90"),
        try storefront(of: &body, or: nil))
    },
    "rescind-consent": { .rescindConsent(try $0.customer()) },
    "test-notification": { _ in .testNotification },
    "withdraw": { .withdraw(product: try $0.product()) },
    "restore": { .restore(try $0.customer()) },
    "account-token": { body in
      .setAccountToken(
        try body.required("appAccountToken", "a UUID"), of: try body.transaction())
    },
  ]

  private static func storefront(
    of body: inout MemberReader, or standard: Storefront?
  ) throws -> Storefront? {
    try body.word("storefront", Storefront.all, or: standard) { $0?.country ?? "" }
  }
}

extension MemberReader {
  /// A text that people read in lists: 1 to 200 characters without those that steer how others are shown.
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
