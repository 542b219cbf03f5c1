import AppStore
import Ledger
import PaywallCatalog
import Subscribers

extension Sample {
  static func claim(
    _ customer: String = "7040", user: String? = nil, anonymous: String? = nil,
    vouchedBy voucher: AliasVoucher = .client, route: Sighting.Route = .transaction,
    in environment: AppStoreEnvironment = .production
  ) -> SightingClaim {
    SightingClaim(
      environment: environment, visitor: VisitorIdentity(userId: user, anonymousId: anonymous),
      customer: CustomerIdentity(appTransactionId: customer), route: route, voucher: voucher)
  }
}

extension Ledger {
  /// Stores the app transactions of these customers.
  func add(
    customers: String..., in environment: AppStoreEnvironment = .production
  ) async throws {
    for customer in customers {
      let evidence = try Evidence(appTransaction: Sample.app(customer, environment: environment))
      _ = try await append(evidence, user: nil, at: Sample.day(0))
    }
  }

  /// Records a sighting on day 1 by default.
  @discardableResult
  func see(_ claim: SightingClaim, at days: Double = 1) async throws -> [SightingOutcome] {
    try await record(claim, at: Sample.day(days))
  }

  /// The customer and the marks of each sighting of an id: `userId 7040 proved contested setAside`.
  func seen(
    _ id: String, in environment: AppStoreEnvironment = .production
  ) async throws -> [String] {
    try await sightings(ofId: id, in: environment).map(\.words)
  }
}

extension Sighting {
  fileprivate var words: String {
    var words = [
      kind.rawValue, customer.appTransactionId ?? customer.originalTransactionIds.joined(),
    ]
    if isProved { words.append("proved") }
    if isContested { words.append("contested") }
    if isSetAside { words.append("setAside") }
    return words.joined(separator: " ")
  }
}

extension Sample {
  /// A visitor with a purchase whose customer Apple has not named.
  static func provisional(_ id: String, bought transaction: String = "100") -> SightingClaim {
    var claim = claim(anonymous: id)
    claim.customer = CustomerIdentity(originalTransactionIds: [transaction])
    return claim
  }
}

extension Ledger {
  /// A purchase, 100, that names no customer.
  func buyNameless() async throws {
    let nameless = try Evidence(
      transactions: [Sample.transaction(Sample.fact("100", customer: nil))])
    _ = try await append(nameless, user: nil, at: Sample.day(0))
  }

  /// Apple names the customer of 100, on day 3.
  func nameCustomer() async throws {
    let named = Sample.fact("101", chain: "100", signed: 3)
    _ = try await append(Sample.notification("n", named), at: Sample.day(3))
  }
}
