import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Ledger
import Logging
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding
import Serving
import Subscribers

/// A customer's offers, and the signatures for them.
struct OfferRoutes {
  let customers: CustomerResolver
  let assignments: AssignmentReader
  let decisions: DecisionService
  let grants: OfferGranting.Services
  /// `nil` answers `signingNotConfigured`.
  let signer: OfferSigner?
  let wishes: HistoryWishes
  let ledger: any Ledger
  let failures: LedgerFailureLog
  let metrics: ServerMetrics
  let now: @Sendable () -> Timestamp

  func add(to visitor: RouteGroup<VisitorCaller>) {
    visitor.on(.offerSign, as: SignRequest.init) {
      try await sign($0, $1.head, for: $1.caller, $1.entry)
    }
    visitor.on(.offerEligibility, as: { try CustomerRequest($0) }) {
      try await eligibility($0, $1.head, for: $1.caller, $1.entry)
    }
  }

  /// Every offer of every product for one customer; grants nothing.
  private func eligibility(
    _ body: CustomerRequest, _ head: HTTPRequest, for caller: Caller, _ entry: RequestScope.Entry
  ) async throws(Problem) -> Response {
    let now = now()
    let (resolution, leftOut) = try await customers.find(
      body.asker, for: caller, entry, implied: NamedCustomer(impliedBy: body.attributes),
      environment: try EvaluationContext.environment(of: body.attributes), at: now)
    await customers.keepOrQueue(resolution, at: now)
    let customer = try customers.required(resolution, caller)
    let evaluation = try EvaluationContext(
      body.attributes, from: caller, proof: nil, in: entry, metrics,
      resolution: resolution, impliedBy: head, at: now)
    wishes.note(
      customer, evaluation.visitor,
      // Each by itself: the answer has all of them.
      entry.release.compiled.everyOffer.flatMap { product in
        product.offers.map {
          PaywallProduct(
            product: product.product, billingPlan: product.billingPlan, offers: [$0])
        }
      }, in: entry.release, at: now)
    let limits = LedgerLimits(
      dayCounts: try await dayCounts(in: entry.release.snapshot, evaluation.environment, at: now))
    return entry.response(
      momentary: EligibilityAnswer(
        compiled: entry.release.compiled, visitor: evaluation.visitor,
        environment: customer.environment,
        newestFact: customer.history.subscriber(at: now).newestFact, limits: limits,
        showsTransactionIds: caller.role.includes(.server), now: now
      ).content.json.telling(leftOut, ignored: evaluation.ignoredMember(for: caller)))
  }

  /// How much of the daily budgets is used, for the offers that have one.
  private func dayCounts(
    in snapshot: Snapshot, _ environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(Problem) -> [String: Int] {
    let limited = snapshot.offers.values.filter { $0.limit?.perDay != nil }.map(\.key)
    guard !limited.isEmpty else { return [:] }
    return try await failures.asking { () async throws(LedgerFailure) in
      try await ledger.dayCounts(of: limited, in: environment, at: now)
    }
  }
}
