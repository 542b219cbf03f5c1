import PaywallCatalog
import PaywallSubscribers
import PaywallTextCoding

extension LedgerTables {
  /// Keeps what is known of a unit's customers at its first exposure; nothing if none is known.
  mutating func freezeCovariates(
    of key: RecordKey, sentAs origin: IdOrigin?, before moment: Timestamp, daysSinceInstall: Int?,
    in environment: AppStoreEnvironment
  ) throws {
    // An id that was sent as an anonymous one and is a user's has been refused.
    let unit = key.unit.text
    let isUser = try origin.map { $0 == .userId } ?? isUser(unit, in: environment)
    let customers = try customers(ofUnit: unit, isUser: isUser, in: environment)
    guard !customers.isEmpty else { return }
    let covariates = Covariates(
      before: moment, of: try purchases(of: customers),
      daysSinceInstall: daysSinceInstall,
      isComplete: customers.allSatisfy { $0.completeAt != nil })
    try add(covariates, of: customers.map(\.number), to: key, in: environment)
  }

  /// Moves what was known back to before an earlier rendering, which arrived later: what was bought between
  /// the two followed from the exposure. Only the customers that were known at first count, also if the unit
  /// was given to another one since, and a unit without any stays without: a customer who became known by a
  /// purchase would make buyers look like people who had spent before.
  mutating func moveCovariates(
    of key: RecordKey, before moment: Timestamp, in environment: AppStoreEnvironment
  ) throws {
    guard let held = try covariates(of: key, in: environment) else { return }
    let known = try customers(ofCovariates: key, in: environment).sorted()
      .compactMap { try customer($0) }
    try removeCovariates(of: key, in: environment)
    guard !known.isEmpty else { return }
    let moved = Covariates(
      before: moment, of: try purchases(of: known), daysSinceInstall: held.daysSinceInstall,
      isComplete: held.isComplete
    ).atMost(held)
    try add(moved, of: known.map(\.number), to: key, in: environment)
  }

  /// Users, and the anonymous ids that are aliases of them.
  func units(of users: [String], in environment: AppStoreEnvironment) throws -> [String] {
    try users.flatMap { user in
      try [user] + aliases(of: user, in: environment, limit: .max).map(\.anonymousId)
    }
  }
}

extension LedgerTables {
  /// The customers whose purchases are a unit's in results (`customerNumbers(ofUnit:isUser:in:)`).
  ///
  /// - Parameter isUser: whether the id is known as a user's.
  func customers(
    ofUnit unit: String, isUser: Bool, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow] {
    try customerNumbers(ofUnit: unit, isUser: isUser, in: environment).sorted()
      .compactMap { try customer($0) }
  }
}
