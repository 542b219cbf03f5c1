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

  /// Users, and the anonymous ids that are aliases of them.
  func units(of users: [String], in environment: AppStoreEnvironment) throws -> [String] {
    try users.flatMap { user in
      try [user] + aliases(of: user, in: environment, limit: .max).map(\.anonymousId)
    }
  }
}
