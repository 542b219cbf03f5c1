@testable import CatalogFiles

/// An app with one of everything, written as the documentation of the files writes it.
enum Example {
  static var files: ConfigurationFiles {
    var files = ConfigurationFiles(files: texts.mapValues { Array($0.utf8) })
    files.files["Paywalls/store/StoreKitTest.cer"] = certificate
    return files
  }

  /// The outermost two headers of a certificate in DER, and no more.
  static let certificate: [UInt8] = [0x30, 0x82, 0x00, 0x04, 0x30, 0x82, 0x00, 0x00]

  static let texts = store.merging(targeting) { $1 }.merging(shown) { $1 }

  private static let store = [
    "Paywalls/store/app.yaml": """
    bundleId: com.example.lumen
    appAppleId: 1234567890               # required for production
    environments: [production, sandbox, xcode]
    locales: [en, de, ja]                # first is the default
    xcodeCertificate: StoreKitTest.cer
    """,
    "Paywalls/store/products.yaml": """
    groups:
      pro:
        id: "21504291"
        levels: [pro_yearly, [pro_yearly_trial, pro_monthly]]
    products:
      pro_monthly:      { type: autoRenewable, group: pro, period: P1M, entitlements: [pro] }
      pro_yearly:       { type: autoRenewable, group: pro, period: P1Y, entitlements: [pro], familyShareable: true }
      pro_yearly_trial: { type: autoRenewable, group: pro, period: P1Y, entitlements: [pro] }
      pro_lifetime:     { type: nonConsumable, entitlements: [pro] }
      coins_100:        { type: consumable }
      season_2026:      { type: nonRenewable, period: P6M, entitlements: [season] }
    """,
    "Paywalls/store/offers.yaml": """
    offers:
      trial:
        kind: introductory
        products: [pro_yearly_trial]
        payment: freeTrial
        period: P1W
        audience: newcomers
      loyalty:
        kind: promotional
        id: loyalty_20
        products: [pro_yearly, pro_monthly]
        payment: payAsYouGo
        period: P1M
        cycles: 3
        audience: atRisk
        limit: { perCustomer: 1, every: P180D, perDay: 500 }
        from: 2026-12-01T00:00Z
        until: 2027-01-01T00:00Z
      comeBack:
        kind: winBack
        id: winback_6m
        appStoreId: 6501234567
        products: [pro_yearly]
        payment: payUpFront
        period: P6M
        requires: { paidFor: P2M, lapsedFor: { atLeast: P1M, atMost: P12M }, sinceLast: P6M }
        priority: high
      partner:
        kind: offerCode
        id: PARTNER26
        products: [pro_monthly]
        customers: [new, expired]
        url: https://apps.apple.com/redeem?ctx=offercodes&id=1234567890&code=PARTNER26
    """,
    "Paywalls/store/keys.yaml": """
    keys:
      ios: { role: client, digest: \(String(repeating: "0f", count: 32)) }
    """,
  ]

  private static let targeting = [
    "Paywalls/targeting/attributes.yaml": """
    attributes:
      planInterest: { type: string, values: [students, teams] }
      sessions:     { type: integer }
      score:        { type: number }
      beta:         { type: boolean }
    """,
    "Paywalls/targeting/audiences.yaml": """
    audiences:
      newcomers:    { subscription.ever: false, daysSinceInstall: { atMost: 7 } }
      britishIsles: { country: [GB, IRL] }
      atRisk:       { subscription.state: [subscribed, inGracePeriod], subscription.autoRenew: false }
      lapsed:       { subscription.state: expired, subscription.lapsedDays: { atLeast: 30 } }
      modern:       { appVersion: ">=3.2.0", visibility: public }
      islesNoTeams: { all: [britishIsles, modern], not: { planInterest: teams } }
    """,
    "Paywalls/targeting/placements.yaml": """
    placements:
      onboarding:
        rules:
          - audience: lapsed
            show: come-back-wall
          - audience: { country: [IN, BR] }
            show: lite
            from: 2026-11-25T00:00Z
            until: 2026-12-01T00:00Z
        default: standard
      settings:
        default: nothing
    fallback: standard
    """,
    "Paywalls/targeting/layers.yaml": """
    holdout: { share: 5%, unit: visitor, seed: 4be01a77 }
    layers:
      pricing: { unit: visitor, seed: 51c0e8d2 }
      design:  { unit: userId, seed: a90d3f16 }
    """,
  ]

  private static let shown = [
    "Paywalls/base.yaml": """
    products: [pro_monthly, pro_lifetime]
    selected: pro_monthly
    """,
    "Paywalls/standard.yaml": """
    title: Standard
    products:
      - product: pro_yearly
        offers: [comeBack, loyalty]
        extra: { badge: bestValue }
      - pro_monthly
      - pro_lifetime
    selected: pro_yearly
    content:
      headline: { en: Unlock everything, de: Alles freischalten, ja: すべてを解放 }
      style: twoColumn
      hero: { image: "https://cdn.example.com/hero-3f9c.webp", alt: { en: Mountains } }
    """,
    "Paywalls/upgrade.yaml": """
    extends: standard
    products: [{ product: pro_yearly_trial, offers: [trial] }, pro_monthly]
    selected: pro_yearly_trial
    """,
    "Paywalls/come-back-wall.yaml": """
    extends: base
    """,
    "Paywalls/lite.yaml": """
    products: [{ product: pro_monthly, offers: [partner] }]
    """,
    "Experiments/annual-trial.yaml": """
    title: Annual with a trial, British Isles
    hypothesis: A 7-day trial on annual beats no trial.
    owner: growth@example.com
    status: running
    placement: onboarding
    audience: britishIsles
    layer: pricing
    slice: 0%-40%
    traffic: 50%
    unit: visitor
    seed: 7f3a9c21
    phase: 1
    variants:
      control: { share: 50%, paywall: standard }
      trial:   { share: 50%, paywall: upgrade }
    from: 2026-12-01T09:00Z
    until: 2026-12-22T09:00Z
    whilePaused: control
    after: keep
    excludeEarlierPhases: true
    visibility: private
    metrics: { primary: proceedsPerVisitor, guardrails: [cancelWithin24h] }
    """,
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
