import PaywallCatalog
import Foundation

/// The answer of a placement as the server sends it. A member that this version does not know is
/// ignored; an offer of an unknown kind is left out.
struct WireAnswer: Decodable {
  var placement: String
  var paywall: WirePaywall?
  var reason: String
  var rule: Int?
  var experiment: WireExperiment?
  var notEnrolled: String?
  var heldOutOf: WireHeldOut?
  var revision: String?
  var validUntil: String?
  var degraded: Bool?
  /// Why the user id does not count.
  var identity: String?
  /// Evidence that the server did not trust.
  var leftOut: [WireLeftOut]?
  /// Of what it shows, by its bytes.
  var digests: PaywallDigests?

  /// - Parameter body: one answer as the server wrote it.
  static func read(_ body: Data) throws -> WireAnswer {
    var answer = try JSONDecoder().decode(WireAnswer.self, from: body)
    answer.digests = PaywallDigests(of: body)
    return answer
  }

  /// `paywall` must be present: `null` is an answer, and its absence is none.
  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: MemberName.self)
    placement = try members.decode(String.self, forKey: "placement")
    paywall = try members.decode(WirePaywall?.self, forKey: "paywall")
    reason = try members.decode(String.self, forKey: "reason")
    rule = try members.decodeIfPresent(Int.self, forKey: "rule")
    experiment = try members.decodeIfPresent(WireExperiment.self, forKey: "experiment")
    notEnrolled = try members.decodeIfPresent(String.self, forKey: "notEnrolled")
    heldOutOf = try members.decodeIfPresent(WireHeldOut.self, forKey: "heldOutOf")
    revision = try members.decodeIfPresent(String.self, forKey: "revision")
    validUntil = try members.decodeIfPresent(String.self, forKey: "validUntil")
    degraded = try members.decodeIfPresent(Bool.self, forKey: "degraded")
    identity = try members.decodeIfPresent(String.self, forKey: "identity")
    leftOut = try? members.decodeIfPresent([WireLeftOut].self, forKey: "leftOut")
  }
}

struct WireLeftOut: Decodable {
  var field: String
  var reason: String?
}

struct WireExperiment: Decodable {
  var id: String
  var variant: String
  var phase: Int
  var recorded: Bool
  var exposure: Bool?
}

struct WireHeldOut: Decodable {
  var id: String
  var phase: Int
}

struct WirePaywall: Decodable {
  var id: String
  var locale: String
  var selected: String?
  var products: [WireProduct]
  var content: JSONValue?
}

struct WireProduct: Decodable {
  var id: String
  var type: String?
  var group: String?
  var extra: JSONValue?
  var offers: [WireOffer]
  var introductory: WireIntroductory?
}

struct WireOffer: Decodable {
  var kind: String
  var id: String
  var eligibility: String
  var reason: String
  var url: String?
  var appStoreId: Int64?
  var sign: String?
}

struct WireIntroductory: Decodable {
  var withhold: Bool
  var needsEvidence: Bool?
  var jws: String?
}

extension Placement {
  /// An answer of the server.
  init(_ wire: WireAnswer, source: Source) {
    let reason = Reason(wire.reason, rule: wire.rule)
    self.init(
      Parts(
        id: wire.placement, shows: wire.paywall.map { .paywall(Paywall($0)) } ?? .nothing,
        reason: reason,
        experiment: wire.experiment.map {
          Experiment(id: $0.id, variant: $0.variant, phase: $0.phase, isRecorded: $0.recorded)
        }, notEnrolled: wire.notEnrolled,
        isExposure: reason == .experiment && wire.experiment.map { $0.exposure ?? true } ?? false,
        revision: wire.revision,
        validUntil: wire.validUntil.flatMap { Timestamp(rfc3339: $0)?.date },
        isDegraded: wire.degraded ?? false, needsUserProof: wire.identity != nil, source: source,
        diagnostics: (wire.leftOut ?? []).map {
          .evidenceLeftOut(field: $0.field, reason: $0.reason ?? "")
        },
        heldOutOf: wire.heldOutOf.map { HeldOut(id: $0.id, phase: $0.phase) },
        digests: wire.digests))
  }
}

extension Placement.Reason {
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

extension Paywall {
  init(_ wire: WirePaywall) {
    self.init(
      id: wire.id, locale: wire.locale, selected: wire.selected,
      products: wire.products.map(Product.init), content: wire.content ?? .object([:]))
  }
}

extension Paywall.Product {
  init(_ wire: WireProduct) {
    self.init(
      id: wire.id, type: wire.type, group: wire.group, extra: wire.extra,
      offers: wire.offers.compactMap(Paywall.Offer.init),
      introductory: wire.introductory.flatMap { introductory in
        guard introductory.withhold else { return nil }
        return Paywall.Introductory(
          needsEvidence: introductory.needsEvidence ?? false, compactJWS: introductory.jws)
      })
  }
}

extension Paywall.Offer {
  init?(_ wire: WireOffer) {
    guard let kind = Kind(rawValue: wire.kind),
      let eligibility = Eligibility(rawValue: wire.eligibility)
    else { return nil }
    self.init(
      kind: kind, id: wire.id, eligibility: eligibility, reason: wire.reason, url: wire.url,
      appStoreId: wire.appStoreId, needsSignature: wire.sign != nil)
  }
}
