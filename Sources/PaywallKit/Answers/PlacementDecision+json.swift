import Foundation
import PaywallCatalog

extension PlacementDecision {
  /// Reads one answer of the server from its own bytes. A member that this version does not know is
  /// ignored, and an offer of an unknown kind is left out. `nil` if it is no answer.
  init?(body: Data) {
    guard let answer = JSONValue(body), let id = answer["placement"]?.string,
      let word = answer["reason"]?.string, let shown = answer["paywall"]
    else { return nil }
    let (paywall, told) = (Paywall(shown), answer["experiment"] ?? .null)
    let experiment = Experiment(told)
    // `null` is an answer; a value that cannot be read is not.
    guard paywall != nil || shown == .null, experiment != nil || told == .null else { return nil }
    let reason = Reason(word, rule: answer["rule"]?.int)
    self.init(
      Parts(
        id: id, shows: paywall.map { .paywall($0) } ?? .nothing, reason: reason,
        experiment: experiment, notEnrolled: answer["notEnrolled"]?.string,
        isExposure: reason == .experiment && experiment != nil
          && told["exposure"]?.boolean ?? true,
        revision: answer["revision"]?.string, validUntil: answer["validUntil"]?.date,
        isDegraded: answer["degraded"]?.boolean ?? false,
        needsUserProof: answer["identity"]?.string != nil, source: .network,
        diagnostics: Diagnostic.evidenceLeftOut(answer["leftOut"]),
        heldOutOf: answer["heldOutOf"].flatMap(HeldOut.init),
        digests: PaywallDigests(of: body)))
  }
}

extension PlacementDecision.Diagnostic {
  /// The evidence that the server did not trust.
  static func evidenceLeftOut(_ texts: JSONValue?) -> [Self] {
    (texts?.array ?? []).compactMap { text in
      text["field"]?.string.map {
        .evidenceLeftOut(field: $0, reason: text["reason"]?.string ?? "")
      }
    }
  }
}

extension PlacementDecision.Reason {
  init(_ word: String, rule: Int?) {
    self =
      switch (word, rule) {
      case ("forced", _): .forced
      case ("unknownPlacement", _): .unknownPlacement
      case ("experiment", _): .experiment
      case ("winner", _): .winner
      case ("default", _): .default
      case ("rule", let rule?): .rule(rule)
      default: .other(word)
      }
  }
}

extension PlacementDecision.Experiment {
  fileprivate init?(_ json: JSONValue) {
    guard let id = json["id"]?.string, let variant = json["variant"]?.string,
      let phase = json["phase"]?.int,
      let isRecorded = json["recorded"]?.boolean
    else { return nil }
    self.init(id: id, variant: variant, phase: phase, isRecorded: isRecorded)
  }
}

extension PlacementDecision.HeldOut {
  fileprivate init?(_ json: JSONValue) {
    guard let id = json["id"]?.string,
      let phase = json["phase"]?.int
    else { return nil }
    self.init(id: id, phase: phase)
  }
}

extension Paywall {
  fileprivate init?(_ json: JSONValue) {
    guard let id = json["id"]?.string, let locale = json["locale"]?.string,
      let listed = json["products"]?.array
    else { return nil }
    let products = listed.compactMap(Product.init)
    guard products.count == listed.count else { return nil }
    self.init(
      id: id, locale: locale, selected: json["selected"]?.string, products: products,
      content: json.present("content") ?? .object([:]))
  }
}

extension Paywall.Product {
  fileprivate init?(_ json: JSONValue) {
    guard let id = json["id"]?.string, let offers = json["offers"]?.array else { return nil }
    self.init(
      id: id, type: json["type"]?.string, group: json["group"]?.string,
      billingPlan: json["billingPlan"]?.string.flatMap(Paywall.BillingPlan.init(rawValue:)),
      extra: json.present("extra"), offers: offers.compactMap(Paywall.Offer.init),
      introductory: json["introductory"].flatMap(Paywall.Introductory.init))
  }
}

extension Paywall.Introductory {
  /// `nil` if Apple's offer is not withheld.
  fileprivate init?(_ json: JSONValue) {
    guard json["withhold"]?.boolean == true else { return nil }
    self.init(
      needsEvidence: json["needsEvidence"]?.boolean ?? false, compactJWS: json["jws"]?.string)
  }
}

extension Paywall.Offer {
  fileprivate init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.string.flatMap(Kind.init(rawValue:)),
      let eligibility = json["eligibility"]?.string.flatMap(Eligibility.init(rawValue:)),
      let id = json["id"]?.string, let reason = json["reason"]?.string
    else { return nil }
    self.init(
      kind: kind, id: id, eligibility: eligibility, reason: reason, url: json["url"]?.string,
      appStoreId: json["appStoreId"]?.integer, needsSignature: json["sign"]?.string != nil)
  }
}
