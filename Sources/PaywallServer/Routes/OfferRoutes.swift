import Catalog
import Decisions
import Hummingbird
import Ledger
import Subscribers

/// What a customer may have, and the signatures for it.
struct OfferRoutes {
  let parts: ServerParts
  let customers: CustomerDesk

  init(_ parts: ServerParts) {
    self.parts = parts
    customers = CustomerDesk(parts)
  }

  func add(to visitor: RouterGroup<VisitorCaller>) {
    visitor.post("offers/sign") { request, context in
      let body = try SignRequest(try await request.jsonWithEvidence())
      return try await sign(body, for: context.caller, context.entry)
    }
    visitor.post("offers/eligibility") { request, context in
      let body = try CustomerRequest(try await request.jsonWithEvidence())
      return try await eligibility(body, for: context.caller, context.entry)
    }
  }

  /// Every offer of every product for one customer; nothing is granted.
  private func eligibility(
    _ body: CustomerRequest, for caller: Caller, _ entry: RequestScope.Entry
  ) async throws(Problem) -> Response {
    let now = parts.now()
    let acquaintance = try await customers.find(
      body.asker, for: caller, entry, implied: NamedCustomer(impliedBy: body.attributes),
      environment: Asked.environment(of: body.attributes), at: now)
    let customer = try customers.required(acquaintance, caller)
    let asked = try Asked(
      body.attributes, in: entry, parts.metrics, acquaintance: acquaintance, at: now)
    let refusals = try await dayRefusals(in: entry.release.snapshot, asked.environment, at: now)
    return Response(
      momentary: EligibilityAnswer(
        compiled: entry.release.compiled, visitor: asked.visitor, history: customer.history,
        refusals: refusals, showsTransactionIds: caller.role.includes(.server), now: now
      ).json.bytes,
      release: entry.release.release)
  }

  /// The offers whose grants of today are used up.
  private func dayRefusals(
    in snapshot: Snapshot, _ environment: AppStoreEnvironment, at now: Timestamp
  ) async throws(Problem) -> [String: LimitRefusal] {
    let limited = snapshot.offers.values.filter { $0.limit?.perDay != nil }
    guard !limited.isEmpty else { return [:] }
    do throws(LedgerFailure) {
      let counts = try await parts.ledger.dayCounts(
        of: limited.map(\.key), in: environment, at: now)
      var refusals: [String: LimitRefusal] = [:]
      for offer in limited {
        if let most = offer.limit?.perDay, counts[offer.key, default: 0] >= most {
          refusals[offer.key] = .dayLimitReached
        }
      }
      return refusals
    } catch {
      parts.note(error)
      throw Problem(error)
    }
  }
}
