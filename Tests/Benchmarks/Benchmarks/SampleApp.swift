import CatalogFiles
import PaywallDecisions

/// A configuration of any size whose placement `onboarding` has three running experiments.
enum SampleApp {
  static func files(paywalls: Int, experiments: Int) -> ConfigurationFiles {
    var files = store
    files["Paywalls/targeting/placements.yaml"] = placements(experiments: experiments)
    files["Paywalls/targeting/layers.yaml"] = layers(experiments: experiments)
    for number in 0..<paywalls { files["Paywalls/wall-\(number).yaml"] = paywall(number) }
    for number in 0..<experiments {
      files["Experiments/test-\(number).yaml"] = experiment(number, paywalls: paywalls)
    }
    return ConfigurationFiles(files: files.mapValues { Array($0.utf8) })
  }

  /// A visitor as an app would send it.
  static func attributes(of number: Int) -> [String: RawAttribute] {
    [
      "userId": .text("user-\(number)"),
      "country": .text(number % 4 == 0 ? "IN" : "GB"),
      "appVersion": .text("3.\(number % 7).0"),
      "locale": .text("de-DE"),
      "sessions": .integer(Int64(number % 40)),
    ]
  }

  private static let store: [String: String] = [
    "Paywalls/store/app.yaml": """
    bundleId: com.example.lumen
    appAppleId: 1234567890
    environments: [production]
    locales: [en, de]
    """,
    "Paywalls/store/products.yaml": """
    groups:
      pro: { id: "21504291", levels: [pro_yearly, pro_monthly] }
    products:
      pro_monthly: { type: autoRenewable, group: pro, period: P1M, entitlements: [pro] }
      pro_yearly:  { type: autoRenewable, group: pro, period: P1Y, entitlements: [pro] }
    """,
    "Paywalls/store/offers.yaml": """
    offers:
      loyalty:
        kind: promotional
        products: [pro_yearly]
        payment: payUpFront
        period: P6M
        audience: everyone
    """,
    "Paywalls/targeting/attributes.yaml": """
    attributes:
      sessions: { type: integer }
    """,
    "Paywalls/targeting/audiences.yaml": """
    audiences:
      indian: { country: [IN, BR] }
      modern: { appVersion: ">=3.2.0" }
      eager:  { sessions: { atLeast: 5 } }
    """,
  ]

  /// Places three experiments at `onboarding`; the others by three at placements of their own.
  private static func placement(of experiment: Int) -> String {
    experiment < 3 ? "onboarding" : "place-\(experiment / 3)"
  }

  private static func placements(experiments: Int) -> String {
    var text = "placements:\n"
    for number in stride(from: 0, to: experiments, by: 3) {
      text += "  \(placement(of: number)):\n    rules: [{ audience: indian, show: wall-1 }]\n"
      text += "    default: wall-0\n"
    }
    return text + "fallback: wall-0\n"
  }

  private static func layers(experiments: Int) -> String {
    var text = "holdout: { share: 5%, unit: visitor, seed: aaaaaaaa }\nlayers:\n"
    for number in stride(from: 0, to: experiments, by: 3) {
      text += "  layer-\(number / 3): { unit: visitor, seed: bb\(hex(number)) }\n"
    }
    return text
  }

  private static func paywall(_ number: Int) -> String {
    """
    title: Wall \(number)
    products:
      - product: pro_yearly
        offers: [loyalty]
      - pro_monthly
    selected: pro_yearly
    content:
      headline: { en: Unlock everything, de: Alles freischalten }
      style: twoColumn
      number: \(number)
    """
  }

  private static func experiment(_ number: Int, paywalls: Int) -> String {
    let slices = ["0%-30%", "30%-60%", "60%-90%"]
    let audiences = ["modern", "eager", "{ country: [GB, IE] }"]
    return """
      title: Test \(number)
      status: running
      placement: \(placement(of: number))
      audience: \(audiences[number % 3])
      layer: layer-\(number / 3)
      slice: \(slices[number % 3])
      traffic: 50%
      seed: cc\(hex(number))
      variants:
        control: { share: 50%, paywall: wall-\(number % paywalls) }
        other:   { share: 50%, paywall: wall-\((number + 1) % paywalls) }
      schedule: { start: 2026-11-01T09:00Z }
      """
  }

  private static func hex(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}
