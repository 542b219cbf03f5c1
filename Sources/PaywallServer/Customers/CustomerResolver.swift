import AppStore
import HTTPDocuments
import Ledger
import Logging
import PaywallAPI
import PaywallCatalog
import Subscribers

/// Finds the customer that a request may ask about (DecisionRules.md § 1). A client key proves
/// nothing about a person: it opens only the customer of this request's evidence.
struct CustomerResolver: Sendable {
  let ledger: any Ledger
  let failures: LedgerFailureLog
  /// Checks unknown certificates.
  let chains: ChainChecker
  /// Keeps evidence while the ledger cannot be written.
  let evidenceQueue: EvidenceQueue
  let metrics: ServerMetrics
  /// True if another server owns the ledger. Its customers are then unknown here, not absent.
  let isReadOnly: Bool

  /// - Parameters:
  ///   - implied: the customer that the rest of the request names. Used if a server sends neither
  ///     'customer' nor evidence, and only if it is one customer.
  ///   - environment: from the attributes, if a server names a customer without one.
  ///   - elseNobody: texts of which none counts are as if there were none, but name no `implied` customer.
  /// - Returns: the customer, and the texts that count for nothing.
  /// - Throws: a fault of the evidence or the name; the fault of a text, if none counts. An
  ///   unavailable ledger is a result.
  func find(
    _ question: CustomerQuestion, for caller: Caller, _ entry: RequestScope.Entry,
    implied: NamedCustomer? = nil, environment: AppStoreEnvironment = .production,
    elseNobody: Bool = false, at now: Timestamp
  ) async throws(Problem) -> (resolution: CustomerResolution, leftOut: [LeftOutText]) {
    if let named = question.customer {
      guard caller.role.includes(.server) else {
        throw Problem.roleRequired(
          .server, of: caller,
          "A client key proves nothing about a person: send evidence instead of 'customer', or ask with a key that has the role server.",
          field: "customer")
      }
      guard question.evidence.count == 0 else {
        throw Problem(
          .conflictingAccounts,
          "Send either evidence or 'customer'; they could contradict each other.",
          field: "customer")
      }
      return (try await find(named, environment), [])
    }
    let judged = try await judge(question.evidence, for: caller, entry, at: now)
    if elseNobody, judged.namesNobody { return (.nobody(nil), judged.leftOut) }
    if let evidence = try judged.evidenceOfOurApp() {
      return (try await find(evidence), judged.leftOut)
    }
    guard let implied, caller.role.includes(.server) else { return (.nobody(nil), []) }
    guard let histories = try await histories(of: implied.name, in: environment) else {
      return (.unavailable(nil, nil), [])
    }
    return histories.count == 1
      ? (.known(Customer(history: histories[0], evidence: nil)), []) : (.nobody(nil), [])
  }

  /// Returns the customer of verified texts: the ledger's facts, and those that the texts add.
  func find(_ evidence: Evidence) async throws(Problem) -> CustomerResolution {
    guard evidence.isOfOurApp else { throw Problem(LedgerFailure.renewalInfoWithoutTransaction) }
    let known: KnownCustomer
    do throws(LedgerFailure) {
      known = try await ledger.known(of: evidence)
    } catch {
      try note(error)
      return .unavailable(nil, evidence)
    }
    var history = known.history ?? CustomerHistory(environment: evidence.environment)
    history.add(contentsOf: evidence.history)
    // An old copy may name a previous customer of the purchase.
    if let name = known.history?.appTransactionId { history.appTransactionId = name }
    return .known(Customer(history: history, evidence: evidence, isKept: known.hasAllTexts))
  }

  private func find(
    _ named: NamedCustomer, _ environment: AppStoreEnvironment
  ) async throws(Problem) -> CustomerResolution {
    let (name, environment) = try name(named, environment)
    guard !isReadOnly else { return .unavailable(environment, nil) }
    guard let histories = try await histories(of: name, in: environment) else {
      return .unavailable(environment, nil)
    }
    guard histories.count <= 1 else {
      throw Problem(
        .ambiguousCustomer,
        "The user is linked to several customers of the App Store; name one by 'appTransactionId'.",
        field: "customer")
    }
    return histories.first.map { .known(Customer(history: $0, evidence: nil)) }
      ?? .nobody(environment)
  }

  /// The name in the ledger, and its environment.
  func name(
    _ named: NamedCustomer, _ environment: AppStoreEnvironment
  ) throws(Problem) -> (CustomerName, AppStoreEnvironment) {
    guard let word = named.environment else { return (named.name, environment) }
    return (named.name, try AppStoreEnvironment(word: word, field: "customer"))
  }

  /// The customer, for requests that need one.
  func required(_ resolution: CustomerResolution, _ caller: Caller) throws(Problem) -> Customer {
    switch resolution {
    case .known(let customer): return customer
    case .unavailable: throw Problem(LedgerFailure.unavailable(""))
    case .nobody where caller.role.includes(.server): throw Problem.unknownCustomer
    case .nobody:
      throw Problem(
        .evidenceRequired,
        "Send the customer's signed 'transactions' or 'appTransaction' from StoreKit; an id proves nothing.",
        field: "transactions")
    }
  }

  /// `nil` if the ledger is unavailable.
  func histories(
    of name: CustomerName, in environment: AppStoreEnvironment
  ) async throws(Problem) -> [CustomerHistory]? {
    do throws(LedgerFailure) {
      return try await ledger.histories(of: name, in: environment)
    } catch {
      try note(error)
      return nil
    }
  }

  private func note(_ failure: LedgerFailure) throws(Problem) {
    guard case .unavailable = failure else { throw Problem(failure) }
    failures.note(failure)
  }
}

extension NamedCustomer {
  var name: CustomerName {
    switch by {
    case .appTransactionId: .appTransactionId(value)
    case .originalTransactionId: .originalTransactionId(value)
    case .userId: .user(value)
    case .appAccountToken: .user(value.lowercased())
    }
  }
}

extension Problem {
  static let unknownCustomer = Problem(
    .unknownCustomer,
    "This server knows no customer of this name. Send their signed transactions to /v1/transactions, or check the environment.",
    field: "customer")
}
