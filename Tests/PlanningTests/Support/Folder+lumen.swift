import TestSupport

extension Folder {
  /// The sample as an invented photo editor, with one experiment in each stage, on 2026-11-21.
  static let lumen = Folder(files: SampleConfiguration.texts.merging(changes) { _, new in new })
    .removing("Paywalls/trial.yaml")

  private static let changes = [
    "Paywalls/store/app.yaml": """
    bundleId: com.example.lumen
    appAppleId: 1234567890
    environments: [production]
    locales: [en, de]
    """,
    "Paywalls/store/products.yaml": """
    groups:
      pro: { id: "21504291", levels: [[pro_yearly, pro_yearly_trial], pro_monthly] }
    products:
      pro_monthly: { type: autoRenewable, group: pro, period: P1M, entitlements: [pro] }
      pro_yearly: { type: autoRenewable, group: pro, period: P1Y, entitlements: [pro] }
      pro_yearly_trial: { type: autoRenewable, group: pro, period: P1Y, entitlements: [pro] }
      pro_lifetime: { type: nonConsumable, entitlements: [pro] }
    """,
    "Paywalls/store/offers.yaml": """
    offers:
      trial: { kind: introductory, products: [pro_yearly_trial], payment: freeTrial, period: P1W }
      loyalty:
        kind: promotional
        id: loyalty_20
        products: [pro_yearly, pro_monthly]
        payment: payAsYouGo
        period: P1M
        cycles: 3
        audience: atRisk
    """,
    "Paywalls/targeting/attributes.yaml": """
    attributes:
      planInterest: { type: string, values: [students, teams] }
      sessions: { type: integer }
    """,
    "Paywalls/targeting/audiences.yaml": """
    audiences:
      britishIsles: { country: [GB, IE] }
      modern: { appVersion: ">=3.2.0" }
      atRisk: { subscription.state: [subscribed, inGracePeriod], subscription.autoRenew: false }
      lapsed: { subscription.state: expired, subscription.lapsedDays: { atLeast: 30 } }
    """,
    "Paywalls/targeting/placements.yaml": """
    placements:
      onboarding:
        rules:
          - { audience: lapsed, show: come-back }
          - { audience: { country: [IN, BR] }, show: lite }
        default: standard
      settings:
        rules:
          - { audience: atRisk, show: come-back }
        default: nothing
      export: { default: standard }
      session-end: { default: nothing }
      gallery: { default: lite }
    fallback: standard
    """,
    "Paywalls/standard.yaml": """
    title: Standard
    products:
      - { product: pro_yearly, offers: [loyalty] }
      - pro_monthly
      - pro_lifetime
    selected: pro_yearly
    content:
      headline: { en: Unlock everything, de: Alles freischalten }
      style: twoColumn
    """,
    "Paywalls/standard-trial.yaml": """
    extends: standard
    products:
      - { product: pro_yearly_trial, offers: [trial] }
      - pro_monthly
      - pro_lifetime
    selected: pro_yearly_trial
    """,
    "Paywalls/lite.yaml": """
    products: [pro_monthly]
    content: { headline: { en: Start small, de: Klein anfangen } }
    """,
    "Paywalls/come-back.yaml": """
    products:
      - { product: pro_yearly, offers: [loyalty] }
    content: { headline: { en: Good to see you, de: Schön } }
    """,
    "Experiments/annual-trial.yaml": """
    title: Annual with a free week
    status: running
    placement: onboarding
    audience: britishIsles
    layer: pricing
    slice: 0%-40%
    traffic: 50%
    seed: 7f3a9c21
    variants:
      control: { share: 50%, paywall: standard }
      trial: { share: 50%, paywall: standard-trial }
    schedule: { start: 2026-11-02T09:00Z }
    metrics: { primary: proceedsPerVisitor }
    """,
    "Experiments/fewer.yaml": """
    status: paused
    placement: settings
    seed: 2b9d1c40
    variants:
      control: { share: 50%, paywall: standard }
      fewer: { share: 50%, paywall: lite }
    schedule: { start: 2026-11-10T09:00Z }
    """,
    "Experiments/kept.yaml": """
    status: stopped
    placement: export
    seed: c81b05e4
    variants:
      control: { share: 50%, paywall: standard }
      lite: { share: 50%, paywall: lite }
    schedule: { start: 2026-09-01T08:00Z, end: 2026-10-06T08:00Z }
    after: keep
    """,
    "Experiments/won.yaml": """
    status: stopped
    placement: gallery
    seed: 90ab12cd
    variants:
      control: { share: 50%, paywall: standard }
      lite: { share: 50%, paywall: lite }
    schedule: { start: 2026-09-01T08:00Z, end: 2026-10-06T08:00Z }
    after: winner
    winner: lite
    """,
    "Experiments/second.yaml": """
    status: running
    placement: session-end
    phase: 2
    seed: 1d2c3b4a
    variants:
      control: { share: 50%, paywall: nothing }
      offer: { share: 50%, paywall: standard }
    schedule: { start: 2026-11-15T09:00Z }
    """,
    "Experiments/later.yaml": """
    status: running
    placement: gallery
    seed: 5e6f7a8b
    variants:
      control: { share: 50%, paywall: lite }
      full: { share: 50%, paywall: standard }
    schedule: { start: 2026-12-10T09:00Z }
    """,
    "Experiments/idea.yaml": """
    status: draft
    placement: export
    variants:
      control: { share: 50%, paywall: standard }
      lite: { share: 50%, paywall: lite }
    """,
  ]
}
