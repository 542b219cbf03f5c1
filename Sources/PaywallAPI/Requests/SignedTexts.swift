package import HTTPDocuments
package import PaywallDecisions

/// The texts that a request presents as signed by the App Store; none is verified yet.
package struct SignedTexts: Hashable, Sendable {
  package var transactions: [String] = []
  package var renewalInfo: [String] = []
  package var appTransaction: String?

  package var count: Int {
    transactions.count + renewalInfo.count + (appTransaction == nil ? 0 : 1)
  }
}

extension SignedTexts {
  /// Whether verifying them could block an event loop for over a millisecond: a signature takes
  /// 70 µs, and the worst 32 KiB half a millisecond.
  package var takesLong: Bool {
    let texts = transactions + renewalInfo + (appTransaction.map { [$0] } ?? [])
    return texts.count > 4
      || texts.reduce(0, { $0 + $1.utf8.count }) > Limits.textsOnEventLoop
  }
}

/// The customer a request claims to be about.
package struct CustomerQuestion: Hashable, Sendable {
  package var evidence = SignedTexts()
  /// Given by a server instead of evidence.
  package var customer: NamedCustomer?

  package init() {}
}

/// A customer by name: proves nothing, and only a server may send it.
package struct NamedCustomer: Hashable, Sendable {
  package var by: Name
  package var value: String
  /// `nil`: the environment of the attributes, or production.
  package var environment: String?

  package enum Name: String, CaseIterable, Sendable {
    case appTransactionId, originalTransactionId, userId, appAccountToken
  }

  package init(by: Name, value: String, environment: String? = nil) {
    self.by = by
    self.value = value
    self.environment = environment
  }
}

extension MemberReader {
  /// `transactions`, `renewalInfo`, `appTransaction` and `customer`.
  package mutating func customerQuestion() throws(Problem) -> CustomerQuestion {
    var question = CustomerQuestion()
    question.evidence = try signedTexts()
    question.customer = try namedCustomer()
    return question
  }

  /// `transactions`, `renewalInfo` and `appTransaction`.
  package mutating func signedTexts() throws(Problem) -> SignedTexts {
    var evidence = SignedTexts()
    evidence.transactions = try texts("transactions") ?? []
    evidence.renewalInfo = try texts("renewalInfo") ?? []
    evidence.appTransaction = try text("appTransaction")
    guard evidence.count <= Limits.signedTexts else {
      throw Problem(
        .tooManySignedTexts,
        "A request may have at most \(Limits.signedTexts) signed texts; this one has \(evidence.count). Send the newest, or send them in parts to /v1/transactions.",
        field: "transactions")
    }
    return evidence
  }

  private mutating func namedCustomer() throws(Problem) -> NamedCustomer? {
    guard let member = take("customer") else { return nil }
    var members = try MemberReader(member.value, called: "customer")
    var found: [NamedCustomer] = []
    for name in NamedCustomer.Name.allCases {
      guard let value = try members.text(name.rawValue) else { continue }
      found.append(NamedCustomer(by: name, value: value))
    }
    let environment = try members.text("environment")
    try members.finish()
    guard var customer = found.first, found.count == 1 else {
      let names = NamedCustomer.Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem(
        .missingMember, "'customer' needs exactly one of \(names).", field: "customer",
        place: member.place)
    }
    customer.environment = environment
    return customer
  }
}

extension NamedCustomer {
  /// The account or user that attributes name.
  package init?(impliedBy attributes: [String: RawAttribute]) {
    if case .text(let token)? = attributes["appAccountToken"], !token.isEmpty,
      !PlaceholderId.contains(token)
    {
      self.init(by: .appAccountToken, value: token)
    } else if case .text(let user)? = attributes["userId"], !user.isEmpty,
      !PlaceholderId.contains(user)
    {
      self.init(by: .userId, value: user)
    } else {
      return nil
    }
  }
}
