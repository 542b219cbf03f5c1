import PaywallCatalog
import PaywallTextCoding
import YAMLText

extension StoreKitCheck {
  /// Introductory offers are compared by their product, the others by their id.
  mutating func compareOffers(of product: StoreKitFile.Product, with ours: Product) {
    let theirs = product.subscription?.offers ?? []
    let expected = snapshot.offers.values.filter { $0.products.contains(ours.id) }
      .sorted { $0.key < $1.key }
    for offer in expected {
      let named = theirs.filter { $0.kind == offer.kind && $0.isNamed(offer) }
      let same = named.filter { $0.plan == offer.billingPlan }
      if let first = same.first {
        let differences = same.map { self.differences(of: $0, from: offer, on: ours.id) }
        if !differences.contains(where: \.isEmpty) {
          for difference in differences.first ?? [] {
            differs(
              at: difference.range ?? first.id.range, difference.message,
              help: "App Store Connect decides: correct it in Xcode, or '\(offer.key)' in "
                + "offers.yaml")
          }
        }
      } else if let other = named.first {
        differs(
          at: other.id.range,
          "\(offer.kind.noun)\(offer.idHint) on '\(ours.id)' is of the billing plan "
            + "\(other.plan.rawValue) here, \(offer.billingPlan.rawValue) in offers.yaml",
          help: "App Store Connect decides: correct it in Xcode, or write 'billingPlan: "
            + "\(other.plan.rawValue)' for '\(offer.key)' in offers.yaml")
      } else if let other = theirs.first(where: { $0.kind != offer.kind && $0.hasId(offer.id) }) {
        differs(
          at: other.id.range,
          "'\(offer.id)' on '\(ours.id)' is \(other.kind.noun) here, \(offer.kind.noun) in "
            + "offers.yaml",
          help:
            "App Store Connect decides: move it in Xcode, or correct 'kind' of '\(offer.key)' in "
            + "offers.yaml")
      } else {
        missing(
          .offer(offer.key), otherwise: product.id.range,
          "the offer '\(offer.key)' on '\(ours.id)' is not in \(file.path)",
          help:
            "add \(offer.kind.noun)\(offer.idHint) to '\(ours.id)' in Xcode, or sync the file with "
            + "App Store Connect")
      }
    }
    for offer in theirs where !expected.contains(where: offer.mayBe) {
      unknown(offer, on: ours.id, expected: expected)
    }
  }

  private mutating func unknown(
    _ offer: StoreKitFile.Offer, on product: String, expected: [Offer]
  ) {
    guard let id = offer.id.value else {
      unknown(
        at: offer.id.range, "'\(product)' has an introductory offer here, none in offers.yaml",
        help: "add an offer of kind introductory with '\(product)' to offers.yaml, or delete it in "
          + "Xcode")
      return
    }
    let candidates = expected.filter { $0.kind == offer.kind }.map(\.id)
    let elsewhere = snapshot.offers.values.contains { $0.kind == offer.kind && offer.hasId($0.id) }
    unknown(
      at: offer.id.range,
      "\(offer.kind.noun) \(Diagnostic.quoted(id)) on '\(product)' is not in offers.yaml",
      help: elsewhere
        ? "add '\(product)' to the products of this offer in offers.yaml, or delete it in Xcode"
        : Nearest.match(for: id, among: candidates).map { "did you mean '\($0)'?" }
          ?? "add it to offers.yaml, or delete it in Xcode")
  }

  private typealias Difference = (range: SourceRange?, message: String)

  private func differences(
    of theirs: StoreKitFile.Offer, from ours: Offer, on product: String
  ) -> [Difference] {
    let name =
      ours.kind == .introductory
      ? "the introductory offer on '\(product)'" : "'\(ours.id)' on '\(product)'"
    var differences: [Difference] = []
    if let here = theirs.payment, let there = ours.payment, here.value != there {
      differences.append(
        (here.range, "\(name) is \(here.value.rawValue) here, \(there.rawValue) in offers.yaml"))
    } else if let period = theirs.period, let expected = ours.period {
      let isRepeated = (theirs.payment?.value ?? ours.payment) == .payAsYouGo
      // Only payAsYouGo repeats; for the others only the whole length is compared.
      let here = isRepeated ? period.value : period.value * theirs.cycles.value
      let there = isRepeated ? expected : expected * ours.cycles
      if here != there {
        differences.append(
          (period.range, "\(name) has the period \(here) here, \(there) in offers.yaml"))
      }
      if isRepeated, theirs.cycles.value != ours.cycles {
        differences.append(
          (
            theirs.cycles.range,
            "\(name) runs for \(theirs.cycles.value) periods here, \(ours.cycles) in offers.yaml"
          ))
      }
    }
    if let here = theirs.customers, let there = ours.code?.customers,
      Set(here.value) != Set(there)
    {
      differences.append(
        (here.range, "\(name) is for \(words(here.value)) here, \(words(there)) in offers.yaml"))
    }
    return differences
  }

  private func words(_ classes: [CustomerClass]) -> String {
    let names = CustomerClass.allCases.filter(classes.contains).map(\.rawValue)
    return names.isEmpty ? "no customers" : names.joined(separator: " and ") + " customers"
  }
}

extension StoreKitFile.Offer {
  /// A file before version 5 knows one plan.
  fileprivate var plan: BillingPlan { billingPlan == "MONTHLY" ? .monthly : .upFront }

  fileprivate func hasId(_ other: String) -> Bool { id.value?.hasSameUTF8(as: other) == true }

  fileprivate func isNamed(_ offer: Offer) -> Bool {
    kind == .introductory || hasId(offer.id)
  }

  /// Whether a diagnostic about a configured offer covers this one, even if its kind differs.
  fileprivate func mayBe(_ offer: Offer) -> Bool {
    kind == .introductory ? offer.kind == .introductory : hasId(offer.id)
  }
}

extension Offer {
  fileprivate var idHint: String { kind == .introductory ? "" : " '\(id)'" }
}

extension OfferKind {
  fileprivate var noun: String {
    switch self {
    case .introductory: "an introductory offer"
    case .promotional: "a promotional offer"
    case .winBack: "a win-back offer"
    case .offerCode: "an offer code"
    }
  }
}

/// A period multiplied; an invalid count gives the period itself.
private func * (period: Period, count: Int) -> Period {
  guard (2...100).contains(count) else { return period }
  return Period(
    months: period.months * count, days: period.days * count, seconds: period.seconds * count)
}
