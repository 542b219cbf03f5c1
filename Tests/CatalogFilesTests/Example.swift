import TestSupport

@testable import CatalogFiles

/// The sample with one of everything, written as the documentation of the files writes it.
enum Example {
  static var files: ConfigurationFiles {
    var files = ConfigurationFiles(files: texts.bytes)
    files.files["Paywalls/store/StoreKitTest.cer"] = certificate
    return files
  }

  /// The outermost two headers of a certificate in DER, and no more.
  static let certificate: [UInt8] = [0x30, 0x82, 0x00, 0x04, 0x30, 0x82, 0x00, 0x00]

  static let texts = edits.reduce(SampleConfiguration.texts.with(added)) { texts, edit in
    texts.replacing(edit.old, with: edit.new, in: edit.path)
  }

  private static let edits = store + targeting + shown

  private static let store: [(path: String, old: String, new: String)] = [
    (
      "Paywalls/store/app.yaml", "sandbox]",
      "sandbox, xcode]  # the first needs an Apple id\nxcodeCertificate: StoreKitTest.cer"
    ),
    (
      "Paywalls/store/products.yaml", "pro_yearly_trial, pro_monthly]",
      "[pro_yearly_trial, pro_monthly]]"
    ),
    (
      "Paywalls/store/products.yaml", "coins_100: ",
      "season_2026: { type: nonRenewable, period: P6M, entitlements: [season] }\n  coins_100: "
    ),
    ("Paywalls/store/offers.yaml", "period: P1W", "period: P1W\n    audience: newcomers"),
    (
      "Paywalls/store/offers.yaml", "perDay: 500 }",
      "perDay: 500 }\n    from: 2026-12-01T00:00Z\n    until: 2027-01-01T00:00Z"
    ),
    (
      "Paywalls/store/offers.yaml", "atMost: P12M } }",
      """
      atMost: P12M }, sinceLast: P6M }
          appStoreId: 6501234567
          priority: high
        partner:
          kind: offerCode
          id: PARTNER26
          products: [pro_monthly]
          customers: [new, expired]
          url: https://apps.apple.com/redeem?ctx=offercodes&id=1234567890&code=PARTNER26
      """
    ),
  ]

  private static let targeting = [
    (
      "Paywalls/targeting/audiences.yaml", "  isles:",
      """
        modern:       { appVersion: ">=3.2.0", visibility: public }
        islesNoTeams: { all: [isles, modern], not: { planInterest: teams } }
        isles:
      """
    ),
    ("Paywalls/targeting/placements.yaml", "show: lite", "show: come-back-wall"),
    (
      "Paywalls/targeting/placements.yaml", "newcomers\n        show: standard",
      "{ country: [IN, BR] }\n        show: lite"
    ),
    (
      "Paywalls/targeting/layers.yaml", "layers:",
      "layers:\n  design:  { unit: userId, seed: a90d3f16 }"
    ),
  ]

  private static let shown = [
    (
      "Paywalls/standard.yaml", "style: twoColumn",
      """
      style: twoColumn
        hero: { image: "https://cdn.example.com/hero-3f9c.webp", alt: { en: Mountains } }
      """
    ),
    (
      "Experiments/annual-trial.yaml", "with a trial",
      """
      with a trial, British Isles
      hypothesis: A 7-day trial on annual beats no trial.
      owner: growth@example.com
      """
    ),
    (
      "Experiments/annual-trial.yaml",
      "schedule: { start: 2026-12-01T09:00Z, end: 2026-12-22T09:00Z }",
      """
      unit: visitor
      phase: 1
      from: 2026-12-01T09:00Z
      until: 2026-12-22T09:00Z
      whilePaused: control
      after: keep
      excludeEarlierPhases: true
      visibility: private
      metrics: { primary: proceedsPerVisitor, guardrails: [cancelWithin24h] }
      """
    ),
  ]

  private static let added = [
    "Paywalls/base.yaml": """
    products: [pro_monthly, pro_lifetime]
    selected: pro_monthly
    """,
    "Paywalls/come-back-wall.yaml": "extends: base\n",
    "Paywalls/lite.yaml": "products: [{ product: pro_monthly, offers: [partner] }]\n",
    "Experiments/two-places.yaml": """
    status: draft
    placement: [onboarding, settings]
    audience: { all: [islesNoTeams, { sessions: { moreThan: 2, atMost: 9 } }] }
    layer: design
    variants:
      lite: { share: 33.33%, paywall: { onboarding: lite, settings: nothing } }
      control: { share: 66.67%, paywall: { onboarding: standard, settings: lite } }
    whilePaused: keep
    after: winner
    excludeEarlierPhases: false
    """,
  ]
}
