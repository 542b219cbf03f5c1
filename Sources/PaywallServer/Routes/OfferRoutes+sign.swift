import AppStore
import HTTPDocuments
import HTTPTransport
import HTTPTypes
import Ledger
import Logging
import OfferSigning
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding
import Serving
import Subscribers
import YAMLText

extension OfferRoutes {
  /// Checks the request, then the caller's rights, then the server's keys. A refusal first stores
  /// the customer's evidence: it decides limits. A grant stores it itself.
  func sign(
    _ body: SignRequest, _ head: HTTPRequest, for caller: Caller, _ entry: RequestScope.Entry
  ) async throws(Problem) -> Response {
    let now = now()
    let offer = try offer(body, for: caller, in: entry.release)
    let (resolution, leftOut) = try await customers.find(
      body.asker, for: caller, entry, implied: body.impliedCustomer,
      environment: try EvaluationContext.environment(of: body.attributes), at: now)
    let standing = entry.standing(
      of: body.attributes, provedBy: body.userProof, beside: body.asker.evidence, for: caller)
    let sighting = customers.sighting(
      of: body.attributes, provedBy: body.userProof, standing: standing,
      with: resolution.evidence, on: .sign, caller, entry)
    do throws(Problem) {
      let response = try await sign(
        offer, body, head, standing, resolution, without: leftOut, caller, entry, at: now)
      customers.seeBeside(sighting)
      return response
    } catch {
      do throws(Problem) {
        guard error.code != .ledgerUnavailable else { throw error }
        try await customers.keep(resolution, at: now)
      } catch {
        customers.keepBeside(resolution, seen: sighting)
        throw error
      }
      customers.seeBeside(sighting)
      throw error
    }
  }

  private func sign(
    _ offer: Offer, _ body: SignRequest, _ head: HTTPRequest, _ standing: UserStanding?,
    _ resolution: CustomerResolution, without leftOut: [LeftOutText], _ caller: Caller,
    _ entry: RequestScope.Entry, at now: Timestamp
  ) async throws(Problem) -> Response {
    let basis = try basis(of: offer, body, resolution, caller)
    var evaluation = try EvaluationContext(
      body.attributes, from: caller, proof: body.userProof, standing: standing, in: entry,
      metrics, resolution: resolution, impliedBy: head, at: now)
    var decision: Decision?
    if let placement = body.placement {
      evaluation = await evaluation.withRecords(
        at: [placement], in: entry, from: assignments, at: now)
      guard !evaluation.visitor.isLedgerUnavailable else {
        throw Problem(LedgerFailure.unavailable(""))
      }
      decision = try decide(placement, offer, body.product, evaluation, entry, at: now)
    }
    let asked = PaywallProduct(
      product: body.product, billingPlan: offer.billingPlan, offers: [offer.key])
    wishes.note(resolution.customer, evaluation.visitor, [asked], in: entry.release, at: now)
    try checkEligibility(on: asked, for: evaluation.visitor, basis, entry, at: now)
    let account = try account(body, resolution.customer, caller, basis)
    let transactionId = try transactionId(body, resolution.customer, caller)
    guard let signer else {
      metrics.signature(offer.kind, .notConfigured)
      throw Problem(
        .signingNotConfigured,
        "Start the server with --offer-key, --offer-key-id and --issuer-id.")
    }
    // Check this before using up the offer's limits.
    try signer.checkMaySign(for: caller)
    let granting = OfferGranting(
      services: grants, signer: signer, customer: resolution.customer,
      presented: resolution.presented,
      environment: evaluation.environment, caller: caller, entry: entry, now: now)
    let assignment = decision.flatMap {
      entry.release.compiled.assignment(
        of: $0, for: evaluation.visitor, records: evaluation.records, at: now)
    }.flatMap { evaluation.mayRecord($0) ? $0 : nil }
    let signed = try await granting.sign(
      Purchase(
        offer: offer, product: body.product, form: body.form, nonce: signer.freshNonce(),
        decision: decision, assignment: assignment,
        origin: assignment.flatMap { evaluation.visitor.origin(of: $0) }, account: account,
        transactionId: transactionId), basis: basis)
    let content = Content.members(
      ("kind", offer.kind.rawValue), ("id", offer.id), ("signature", signed.signature),
      ("grantedUntil", signed.until))
    let answer = Content.members(("product", body.product), ("offer", content))
    return entry.response(
      momentary: answer.json.telling(leftOut, ignored: evaluation.ignoredMember(for: caller)))
  }

  /// The offer by its key or App Store Connect identifier, on the named product. An app cannot name
  /// one that is not in service, such as on a draft's paywall.
  private func offer(
    _ body: SignRequest, for caller: Caller, in release: PreparedRelease
  ) throws(Problem) -> Offer {
    let snapshot = release.snapshot
    let isServer = caller.role.includes(.server)
    guard let product = snapshot.products[body.product],
      product.id.utf8.elementsEqual(body.product.utf8)
    else {
      throw Problem(
        .unknownProduct, "No product has the identifier '\(body.product)'.", field: "product")
    }
    let named = snapshot.offers.values.filter { offer in
      (isServer || release.offersInService.contains(offer.key))
        && (offer.key.utf8.elementsEqual(body.offer.utf8)
          || offer.id.utf8.elementsEqual(body.offer.utf8))
    }.sorted { $0.key < $1.key }
    guard !named.isEmpty else {
      throw Problem(.unknownOffer, "No offer is called '\(body.offer)'.", field: "offer")
    }
    guard let offer = named.first(where: { $0.products.contains(body.product) }) else {
      throw Problem(
        .offerNotOnProduct, "The offer '\(body.offer)' is not on '\(body.product)'.", field: "offer"
      )
    }
    switch offer.kind {
    case .promotional: return offer
    case .introductory where offer.again:
      guard body.form == .jws else {
        throw Problem(
          .notInForm, "An introductory offer is signed in the form jws only.", field: "form")
      }
      return offer
    case .introductory:
      throw Problem(
        .offerNeedsNoSignature,
        "Apple gives the introductory offer by itself; only one with 'again: true' is signed.",
        field: "offer")
    case .winBack, .offerCode:
      throw Problem(
        .offerNeedsNoSignature,
        "An offer of the kind \(offer.kind.rawValue) is redeemed without a signature.",
        field: "offer")
    }
  }

  /// Decides the basis of the signature: verified history, or a server's word instead.
  private func basis(
    of offer: Offer, _ body: SignRequest, _ resolution: CustomerResolution, _ caller: Caller
  ) throws(Problem) -> OfferGranting.Basis {
    let isServer = caller.role.includes(.server)
    let vouches = isServer || isTrial(body, caller)
    guard vouches || !body.assertSubscriber else {
      throw Problem.roleRequired(
        .server, of: caller,
        "Only a key with the role server may vouch for a customer; leave 'assertSubscriber' out, and send evidence.",
        field: "assertSubscriber")
    }
    guard vouches || body.placement != nil else {
      throw Problem(
        .missingMember, "The body needs 'placement', which showed the offer.",
        field: "placement")
    }
    switch resolution {
    case .known: return .verified
    case .unavailable: throw Problem(LedgerFailure.unavailable(""))
    case .nobody where vouches && body.assertSubscriber && offer.kind == .promotional:
      return .onTrust
    case .nobody:
      throw Problem(
        .noVerifiedHistory,
        isServer
          ? "The server has no verified facts about this customer. Send evidence, name the 'customer', or, if you know that they have or had a subscription, send 'assertSubscriber': true."
          : "Send the customer's signed 'transactions' or 'appTransaction' from StoreKit.",
        field: "transactions")
    }
  }

  /// Whether a developer on a keyless server tries the legacy form on their own word: under a
  /// throw-away key, whose signatures the App Store refuses.
  private func isTrial(_ body: SignRequest, _ caller: Caller) -> Bool {
    caller.isKeyless && body.assertSubscriber && body.form == .legacy && body.placement == nil
      && signer?.isThrowAway ?? true
  }

  private func decide(
    _ placement: String, _ offer: Offer, _ product: String, _ evaluation: EvaluationContext,
    _ entry: RequestScope.Entry, at now: Timestamp
  ) throws(Problem) -> Decision {
    let placements = entry.release.placementIds
    guard placements.contains(placement) else {
      let help =
        Nearest.help(for: placement, among: placements)
        ?? "Name one of targeting/placements.yaml."
      throw Problem(
        .unknownPlacement, "No placement is called '\(placement)'; \(help)", field: "placement")
    }
    let decision = decisions.decide(placement, for: evaluation, in: entry, at: now)
    guard
      entry.release.products(of: decision).contains(where: {
        $0.product == product && $0.offers.contains(offer.key)
      })
    else {
      throw Problem(
        .notOffered,
        "The placement '\(placement)' does not show this offer on this product to this visitor.",
        field: "offer")
    }
    return decision
  }

  /// A caller's word replaces missing verified history only: an offer that is not for this visitor,
  /// not now or not on this system is refused.
  private func checkEligibility(
    on product: PaywallProduct, for visitor: Visitor, _ basis: OfferGranting.Basis,
    _ entry: RequestScope.Entry, at now: Timestamp
  ) throws(Problem) {
    let answers = entry.release.compiled.allOffers(on: product, for: visitor, at: now)
    guard let answer = answers.first else { return }
    switch answer.eligibility {
    case .eligible where answer.signing == nil:
      throw Problem(
        .offerNeedsNoSignature,
        "Apple gives this customer the introductory offer by itself.", field: "offer")
    case .eligible: return
    case .unknown(.noVerifiedHistory) where basis == .onTrust:
      return
    case .unknown(let reason), .ineligible(let reason), .noOffer(let reason):
      throw Problem(
        .offerNotEligible, "The offer is not for this visitor now (\(reason.rawValue)).",
        reason: reason.rawValue, field: "offer")
    }
  }

  /// The account in a legacy signature. An app gets only the one that Apple vouches for.
  private func account(
    _ body: SignRequest, _ customer: Customer?, _ caller: Caller, _ basis: OfferGranting.Basis
  ) throws(Problem) -> OfferCustomer {
    guard body.form == .legacy, !caller.role.includes(.server), basis == .verified else {
      return body.account
    }
    guard customer?.environment == .production, let verified = customer?.appAccountToken,
      body.applicationUsername == nil,
      body.appAccountToken.map({ $0.lowercased() == verified }) ?? true
    else {
      throw Problem(
        .serverKeyRequired,
        "An app gets the legacy form only for the appAccountToken of its verified production transaction; use the form jws, or sign through your server.",
        field: "form")
    }
    return .appAccountToken(verified)
  }

  /// The transaction a JWS is bound to: for an app one from its evidence, so that a replayed text
  /// opens nothing else.
  private func transactionId(
    _ body: SignRequest, _ customer: Customer?, _ caller: Caller
  ) throws(Problem) -> String? {
    guard let sent = body.transactionId else { return customer?.transactionId }
    if caller.role.includes(.server) { return sent }
    guard let shown = customer?.evidence?.history,
      shown.appTransactionId == sent
        || shown.transactions.contains(where: {
          $0.transactionId == sent || $0.originalTransactionId == sent
        })
    else {
      throw Problem(
        .transactionNotInEvidence,
        "None of the sent texts has this 'transactionId'; leave it out.",
        field: "transactionId")
    }
    return sent
  }
}

extension SignRequest {
  /// The account it names.
  fileprivate var account: OfferCustomer {
    if let appAccountToken { return .appAccountToken(appAccountToken) }
    if let applicationUsername { return .applicationUsername(applicationUsername) }
    return .anyone
  }
}
