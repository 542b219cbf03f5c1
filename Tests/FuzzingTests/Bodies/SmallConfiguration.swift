import TestSupport

/// The sample with one of everything that the loader reads; one file at a time is replaced. The
/// kept inputs name a file by its place among the paths, which must therefore stay twelve.
enum SmallConfiguration {
  static let paths = texts.keys.sorted()
  static let files = texts.bytes

  private static let texts = SampleConfiguration.texts
    .filter { $0.key != "Paywalls/trial.yaml" }
    .mapValues { $0.replacing("paywall: trial", with: "paywall: lite") }
    .with(changes)

  private static let changes: [String: String] = [
    "Paywalls/targeting/audiences.yaml": """
    audiences:
      newcomers: { subscription.ever: false, daysSinceInstall: { atMost: 7 } }
      atRisk: { subscription.state: [subscribed, inGracePeriod], subscription.autoRenew: false }
      lapsed: { subscription.state: expired, subscription.lapsedDays: { atLeast: 30 } }
      isles: { any: [{ country: [GB, IE] }, { all: [newcomers, { not: atRisk }] }] }
    """,
    "Paywalls/personas/new.yaml": """
    title: Somebody new
    attributes: { country: GB, sessions: 1 }
    """,
    "Paywalls/standard.yaml": """
    title: Standard
    products:
      - product: pro_yearly
        offers: [comeBack, loyalty]
        extra: { badge: bestValue }
      - pro_monthly
    selected: pro_yearly
    content:
      headline: { en: Unlock everything, de: Alles freischalten, ja: すべてを解放 }
      text: |
        one
        two
    """,
    "Paywalls/lite.yaml": """
    extends: standard
    products: [pro_monthly]
    selected: pro_monthly
    """,
  ]
}
