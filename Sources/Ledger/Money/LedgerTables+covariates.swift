import Catalog
import Subscribers
import TextCoding

extension LedgerTables {
  /// The customers who are known to be a unit's: those linked to it as a user, those with a
  /// transaction that carries it as a token, and those of the user whose alias it surely is.
  func customers(
    ofUnit unit: String, in environment: AppStoreEnvironment
  ) throws -> [CustomerRow] {
    var numbers = Set(try customers(ofUser: unit, token: unit.lowercased(), in: environment))
    if let alias = try alias(of: unit, in: environment), alias.voucher.isStrong,
      !alias.isContested, try !isUser(unit, in: environment)
    {
      let (user, token) = (alias.user, alias.user.lowercased())
      numbers.formUnion(try customers(ofUser: user, token: token, in: environment))
    }
    return try numbers.sorted().compactMap { try customer($0) }
  }

  /// Keeps what is known of a unit's customers at its first exposure; nothing if none is known.
  mutating func freezeCovariates(
    of key: RecordKey, before moment: Timestamp, daysSinceInstall: Int?,
    in environment: AppStoreEnvironment
  ) throws {
    let customers = try customers(ofUnit: key.unit.text, in: environment)
    guard !customers.isEmpty else { return }
    let covariates = Covariates(
      before: moment, of: try transactions(of: customers),
      daysSinceInstall: daysSinceInstall,
      isComplete: customers.allSatisfy { $0.completeAt != nil })
    try add(covariates, to: key, in: environment)
  }

  func transactions(of customers: [CustomerRow]) throws -> [TransactionFact] {
    try customers.flatMap { try chains(of: $0.number) }.filter(\.hasPurchases)
      .flatMap { try transactions(in: $0) }
  }

  /// Users, and the anonymous ids that are aliases of them.
  func units(of users: [String], in environment: AppStoreEnvironment) throws -> [String] {
    try users.flatMap { user in
      try [user] + aliases(of: user, in: environment, limit: .max).map(\.anonymousId)
    }
  }
}
