import Logging
import Catalog
import Decisions
import Hummingbird
import OfferSigning
import YAMLText

/// Signatures for offers, one purchase attempt at a time.
struct OfferRoutes {
  private let parts: ServerParts

  init(_ parts: ServerParts) { self.parts = parts }

  func add(to visitor: RouterGroup<VisitorCaller>) {
    visitor.post("offers/sign") { request, context in
      let body = try SignRequest(try await request.json())
      return try sign(body, for: context.caller, context.entry)
    }
  }

  /// The sender's mistakes first, then what they may, then what we can.
  private func sign(
    _ body: SignRequest, for caller: Caller, _ entry: RequestScope.Entry
  ) throws(Problem) -> Response {
    let snapshot = entry.release.snapshot
    let now = parts.now()
    let offer = try promotionalOffer(body, in: snapshot)
    try mayVouch(body, caller)
    let asked = try Asked(body.attributes, in: entry, parts.metrics, at: now)
    if let placement = body.placement {
      try check(offer, on: body.product, isOfferedAt: placement, to: asked, entry, at: now)
    }
    try checkEligibility(of: offer, on: body.product, for: asked.visitor, entry, at: now)
    guard let signer = parts.signer else {
      throw Problem(
        .signingNotConfigured,
        "Start the server with --offer-key, --offer-key-id and --issuer-id.")
    }
    let signature = try signer.sign(
      PromotionalOffer(
        bundleId: snapshot.app.bundleId, productId: body.product, offerId: offer.id),
      form: body.form, for: body.customer, transactionId: body.transactionId, at: now)
    log(offer, body, caller, entry, keyId: signer.keys.signing.id)
    let json = JSONText { json in
      json.raw("{\"product\":")
      json.string(body.product)
      json.raw(",\"offer\":{\"kind\":\"promotional\",\"id\":")
      json.string(offer.id)
      json.raw(",\"signature\":")
      json.raw(signature)
      json.raw("}}")
    }
    return Response(momentary: json.bytes, release: entry.release.release)
  }

  /// The offer by its key, or by App Store Connect's identifier, on the product that was named.
  private func promotionalOffer(_ body: SignRequest, in snapshot: Snapshot) throws(Problem) -> Offer
  {
    guard let product = snapshot.products[body.product],
      product.id.utf8.elementsEqual(body.product.utf8)
    else {
      throw Problem(
        .unknownProduct, "No product has the identifier “\(body.product)”.", field: "product")
    }
    let named = snapshot.offers.values.filter { offer in
      offer.key.utf8.elementsEqual(body.offer.utf8) || offer.id.utf8.elementsEqual(body.offer.utf8)
    }.sorted { $0.key < $1.key }
    guard !named.isEmpty else {
      throw Problem(.unknownOffer, "No offer is called “\(body.offer)”.", field: "offer")
    }
    guard let offer = named.first(where: { $0.products.contains(body.product) }) else {
      throw Problem(
        .offerNotOnProduct, "The offer “\(body.offer)” is not on “\(body.product)”.", field: "offer"
      )
    }
    switch offer.kind {
    case .promotional: return offer
    case .introductory:
      throw Problem(
        .noVerifiedHistory,
        "A second introductory offer is granted, which needs verified history; the first one Apple gives by itself.",
        field: "offer")
    case .winBack, .offerCode:
      throw Problem(
        .offerNeedsNoSignature,
        "An offer of the kind \(offer.kind.rawValue) is redeemed without a signature.",
        field: "offer")
    }
  }

  /// Until a ledger verifies history, only a server may sign, on its own word.
  private func mayVouch(_ body: SignRequest, _ caller: Caller) throws(Problem) {
    guard caller.role.includes(.server) else {
      throw Problem(
        .noVerifiedHistory,
        "An offer is signed for customers whose history is verified, and this server verifies none yet. A back end with a key of the role server may send “assertSubscriber”: true.",
        field: body.assertSubscriber ? "assertSubscriber" : nil)
    }
    guard body.assertSubscriber else {
      throw Problem(
        .noVerifiedHistory,
        "This server verifies no history yet. If you know that the customer has or had a subscription, send “assertSubscriber”: true.",
        field: "assertSubscriber")
    }
  }

  private func check(
    _ offer: Offer, on product: String, isOfferedAt placement: String, to asked: Asked,
    _ entry: RequestScope.Entry, at now: Timestamp
  ) throws(Problem) {
    guard entry.release.snapshot.placements[placement] != nil else {
      let help =
        Nearest.help(for: placement, among: entry.release.snapshot.placements.keys)
        ?? "Name one of targeting/placements.yaml."
      throw Problem(
        .unknownPlacement, "No placement is called “\(placement)”; \(help)", field: "placement")
    }
    let decision = entry.release.compiled.decide(placement, for: asked.visitor, at: now)
    parts.metrics.decided(decision.reason)
    guard case .paywall(let id) = decision.show,
      let paywall = entry.release.snapshot.paywalls[id],
      paywall.products.contains(where: {
        $0.product == product && $0.offers.contains(offer.key)
      })
    else {
      throw Problem(
        .notOffered,
        "The placement “\(placement)” does not show this offer on this product to this visitor.",
        field: "offer")
    }
  }

  /// The caller's word stands in for history that nobody verified, and for nothing else: an offer
  /// that is not for this visitor, not now or not on this system is refused.
  private func checkEligibility(
    of offer: Offer, on product: String, for visitor: Visitor, _ entry: RequestScope.Entry,
    at now: Timestamp
  ) throws(Problem) {
    let answers = entry.release.compiled.allOffers(
      on: PaywallProduct(product: product, offers: [offer.key]), for: visitor, at: now)
    switch answers.first?.eligibility {
    case .eligible, .unknown, nil: return
    case .ineligible(let reason), .noOffer(let reason):
      throw Problem(
        .offerNotEligible, "The offer is not for this visitor now (\(reason.rawValue)).",
        field: "offer")
    }
  }

  /// Never the signature, never an id that is not hidden.
  private func log(
    _ offer: Offer, _ body: SignRequest, _ caller: Caller, _ entry: RequestScope.Entry,
    keyId: String
  ) {
    parts.metrics.signed(form: body.form, basis: "onTrust")
    let account = body.appAccountToken?.lowercased() ?? body.applicationUsername
    var userId: String?
    if case .text(let text)? = body.attributes["userId"] { userId = text }
    parts.logger.notice(
      "offer signed",
      metadata: [
        "request": "\(entry.requestId)", "caller": "\(caller.name)", "product": "\(body.product)",
        "offer": "\(offer.key)", "form": "\(body.form.rawValue)", "key": "\(keyId)",
        "basis": "onTrust", "outsidePlacement": "\(body.placement == nil)",
        "placement": "\(body.placement ?? "-")",
        "visitor": "\(parts.mark.of(userId ?? account) ?? "-")",
      ])
  }
}

extension SignRequest {
  /// Whom the signature is tied to.
  var customer: OfferCustomer {
    if let appAccountToken { return .appAccountToken(appAccountToken) }
    if let applicationUsername { return .applicationUsername(applicationUsername) }
    return .anyone
  }
}
