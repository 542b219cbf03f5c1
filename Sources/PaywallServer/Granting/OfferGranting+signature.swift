import HTTPDocuments
import HTTPTransport
import Logging
import OfferSigning
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import Subscribers

extension OfferGranting {
  /// Makes and logs a signature; never stores it.
  func signature(
    for purchase: Purchase, under grant: Grant, isRetry: Bool, basis: Basis
  ) throws(Problem) -> Content {
    do throws(Problem) {
      let signature = try signature(for: purchase, basis: basis)
      services.metrics.signature(purchase.offer.kind, .signed)
      log(purchase, grant, isRetry: isRetry, basis: basis)
      return signature
    } catch {
      services.metrics.signature(purchase.offer.kind, .failed)
      throw error
    }
  }

  private func signature(for purchase: Purchase, basis: Basis) throws(Problem) -> Content {
    let bundleId = entry.release.snapshot.app.bundleId
    guard purchase.offer.kind == .introductory else {
      guard purchase.form == .legacy || purchase.transactionId != nil || basis == .onTrust else {
        throw Problem(.noVerifiedHistory, "No transaction of this customer is known.")
      }
      return try signer.signature(
        of: PromotionalOffer(
          bundleId: bundleId, productId: purchase.product, offerId: purchase.offer.id),
        form: purchase.form, for: purchase.account,
        transactionId: purchase.form == .jws ? purchase.transactionId : nil,
        nonce: purchase.nonce, to: caller, at: now)
    }
    guard let transactionId = purchase.transactionId else {
      throw Problem(.noVerifiedHistory, "No transaction of this customer is known.")
    }
    let jws = try signer.introductory(
      isAllowed: true, productId: purchase.product, bundleId: bundleId,
      transactionId: transactionId, nonce: purchase.nonce, to: caller, at: now)
    return ["jws": .text(jws)]
  }

  /// Whether this caller may have the form. A legacy signature names an account, and an app gets
  /// only the account that Apple vouches for (DecisionRules.md § 1).
  func may(sign purchase: Purchase) -> Bool {
    switch purchase.form {
    case .jws: true
    case .legacy:
      purchase.offer.kind == .promotional
        && (caller.role.includes(.server)
          || purchase.account != .anyone && environment == .production)
    }
  }

  /// Withholds a product's introductory offer, which Apple applies by default.
  func withhold(in decisions: [Decision], _ visitor: Visitor, _ signed: inout SignedOffers) {
    guard signer.signsJWS, let transactionId = presented?.transactionId else { return }
    for decision in decisions {
      for product in entry.release.products(of: decision)
      where signed.withheld[product.product] == nil {
        let advice = entry.release.compiled.offers(
          on: product, for: visitor, at: now, limits: signed.limits(on: product.product)
        ).introductory
        guard case .withhold = advice else { continue }
        signed.withheld[product.product] = try? signer.introductory(
          isAllowed: false, productId: product.product,
          bundleId: entry.release.snapshot.app.bundleId, transactionId: transactionId,
          nonce: signer.freshNonce(), to: caller, at: now)
        services.metrics.signature(
          .introductory, signed.withheld[product.product] == nil ? .failed : .withheld)
      }
    }
  }

  /// Reports a grant without signatures left; the caller may be collecting them.
  func noteExhausted(_ purchase: Purchase, _ grant: Grant) {
    services.metrics.signature(purchase.offer.kind, .attemptsExhausted)
    guard services.exhausted.isDue() else { return }
    services.logger.warning(
      "the attempts of a grant are used up; one line a second says so",
      metadata: entry.metadata([
        "caller": "\(caller.name)", "product": "\(purchase.product)",
        "offer": "\(purchase.offer.key)", "grant": "\(grant.id)",
        "until": "\(grant.lapsesAt.rfc3339)",
      ]))
  }

  /// Logs no signature, and no customer id in clear.
  private func log(_ purchase: Purchase, _ grant: Grant, isRetry: Bool, basis: Basis) {
    services.metrics.signed(form: purchase.form, basis: basis.rawValue)
    services.logger.notice(
      "offer signed",
      metadata: entry.metadata([
        "caller": "\(caller.name)",
        "product": "\(purchase.product)", "offer": "\(purchase.offer.key)",
        "form": "\(purchase.form.rawValue)", "key": "\(signer.keys.signing.id)",
        "basis": "\(basis.rawValue)", "grant": "\(grant.id)", "retry": "\(isRetry)",
        "outsidePlacement": "\(purchase.decision == nil)",
        "placement": "\(purchase.decision?.placement ?? "-")",
        "customer":
          "\(services.pseudonym.of(customer?.history.appTransactionId ?? purchase.transactionId) ?? "-")",
      ]))
  }
}
