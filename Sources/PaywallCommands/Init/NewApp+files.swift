import CatalogFiles
import PaywallCatalog
import YAMLText

extension NewApp {
  /// The least that a server needs, by path from the folder; each file begins with the line that
  /// names its schema for an editor.
  var files: [String: String] {
    var bodies = [
      "Paywalls/store/app.yaml": app, "Paywalls/store/products.yaml": catalog,
      "Paywalls/targeting/placements.yaml": placements,
    ]
    for paywall in shownPaywalls { bodies["Paywalls/\(paywall.key).yaml"] = text(of: paywall) }
    if !offers.isEmpty { bodies["Paywalls/store/offers.yaml"] = terms }
    return bodies.reduce(into: [:]) { files, body in
      files[body.key] = (Schemas.modeline(for: body.key).map { $0 + "\n" } ?? "") + body.value
    }
  }

  private var app: String {
    let production = appAppleId.map { ["appAppleId: \($0)"] } ?? []
    let environments = (appAppleId == nil ? [] : ["production"]) + ["sandbox", "xcode"]
    let note = "# production needs appAppleId, the app's number in App Store Connect"
    return Self.lines(
      ["bundleId: \(Self.text(bundleId))"] + production
        + [
          "environments: \(Self.list(environments))" + (appAppleId == nil ? "  \(note)" : ""),
          "locales: \(Self.list(locales))  # the first one is the default",
        ])
  }

  private var catalog: String {
    let groups = groups.flatMap { group in
      (group.id == nil
        ? ["  # Replace the id by the number that App Store Connect shows for the group."] : [])
        + [
          "  \(group.key): { id: \"\(group.id ?? Group.placeholder)\", levels: \(levels(of: group).yaml) }"
        ]
    }
    let products = products.map { product in
      "  \(ScalarText.written(product.id, in: .key)): { \(fields(of: product).joined(separator: ", ")) }"
    }
    return Self.lines(
      (groups.isEmpty
        ? [] : ["# The highest level of service comes first.", "groups:"] + groups)
        + ["# An entitlement is what the app unlocks.", "products:"] + products)
  }

  private func fields(of product: Product) -> [String] {
    let usual =
      product.type == .consumable ? [] : [product.group ?? groups.first?.key ?? "pro"]
    let entitlements = product.entitlements ?? usual
    return [
      "type: \(product.type.rawValue)", product.group.map { "group: \($0)" },
      product.period.map { "period: \($0)" },
      entitlements.isEmpty ? nil : "entitlements: \(Self.list(entitlements))",
      product.isFamilyShareable ? "familyShareable: true" : nil,
    ].compactMap(\.self)
  }

  private var terms: String {
    var keys = UniqueKeys()
    let offers = offers.flatMap { offer in
      let usual = offer.payment == .freeTrial ? "trial" : "introductory"
      return ["  \(keys.next(offer.id ?? usual, otherwise: "offer")):"] + offer.lines
    }
    return Self.lines(
      [
        "# The terms are App Store Connect's. A paywall that names an offer below a product shows it:",
        "# 'products: [{ product: ID, offers: [KEY] }]'.", "offers:",
      ] + offers)
  }

  private var shownPaywalls: [Paywall] {
    paywalls.isEmpty ? [Paywall(key: "standard", title: "Standard", products: shown)] : paywalls
  }

  private func text(of paywall: Paywall) -> String {
    let texts = locales.map {
      "\(ScalarText.written($0, in: .key)): \(Self.text("Everything, without limits"))"
    }
    return Self.lines([
      "title: \(ScalarText.written(paywall.title, in: .block))  # for people; apps do not get it",
      "products: \(Self.list(paywall.products))",
      "# The app gets 'content' as it is; a text for each locale becomes the visitor's.",
      "content:",
      "  headline: { \(texts.joined(separator: ", ")) }"
        + (locales == ["en"] ? "" : "  # a sample: write it in each language"),
    ])
  }

  /// The usual products of a paywall: all but consumables, unless there is nothing else.
  private var shown: [String] {
    let lasting = products.filter { $0.type != .consumable }
    return (lasting.isEmpty ? products : lasting).map(\.id)
  }

  private var placements: String {
    let paywalls = shownPaywalls
    let shown =
      [(placement, paywalls[0].key)]
      + paywalls.dropFirst().compactMap { paywall in
        paywall.placement.map { ($0, paywall.key) }
      }
    return Self.lines(
      ["# A placement is a place in the app that asks what to show.", "placements:"]
        + shown.map { place, paywall in
          "  \(ScalarText.written(place, in: .key)): { default: \(Self.text(paywall)) }"
        } + [
          "fallback: \(ScalarText.written(paywalls[0].key, in: .block))  # what a placement gets that is not listed here"
        ])
  }

  private static func lines(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }

  private static func list(_ texts: [String]) -> String {
    "[\(texts.map(text).joined(separator: ", "))]"
  }

  fileprivate static func text(_ text: String) -> String { ScalarText.written(text, in: .flow) }
}

extension NewApp.Offer {
  fileprivate var lines: [String] {
    let products = products.map(NewApp.text).joined(separator: ", ")
    let lines = [
      "kind: \(kind.rawValue)", id.map { "id: \(NewApp.text($0))" }, "products: [\(products)]",
      isMonthlyPlan ? "billingPlan: monthly" : nil, "payment: \(payment.rawValue)",
      "period: \(period)", cycles > 1 ? "cycles: \(cycles)" : nil,
      kind == .promotional
        ? "audience: everyone  # or the name of an audience: who may have it" : nil,
      kind == .offerCode
        ? "customers: [\(customers.map(\.rawValue).joined(separator: ", "))]" : nil,
    ]
    return lines.compactMap { $0.map { "    \($0)" } }
  }
}

extension [[String]] {
  /// Products that share a level stand in a list of their own.
  fileprivate var yaml: String {
    let levels = map { level in
      let names = level.map(NewApp.text).joined(separator: ", ")
      return level.count > 1 ? "[\(names)]" : names
    }
    return "[\(levels.joined(separator: ", "))]"
  }
}
