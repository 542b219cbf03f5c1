/// A small configuration without mistakes, by path. Tests say their own as changes to it.
package enum SampleConfiguration {
  package static let texts: [String: String] = [
    "Paywalls/store/app.yaml": """
    bundleId: com.example.lumen
    appAppleId: 1234567890
    environments: [production, sandbox]
    locales: [en, de, ja]

    """,
    "Paywalls/store/products.yaml": """
    groups:
      pro:
        id: "21504291"
        levels: [pro_yearly, pro_yearly_trial, pro_monthly]
    products:
      pro_monthly: { type: autoRenewable, group: pro, period: P1M, entitlements: [pro] }
      pro_yearly: { type: autoRenewable, group: pro, period: P1Y, entitlements: [pro] }
      pro_yearly_trial: { type: autoRenewable, group: pro, period: P1Y, entitlements: [pro] }
      pro_lifetime: { type: nonConsumable, entitlements: [pro], familyShareable: true }
      coins_100: { type: consumable }

    """,
    "Paywalls/store/offers.yaml": """
    offers:
      trial:
        kind: introductory
        products: [pro_yearly_trial]
        payment: freeTrial
        period: P1W
      loyalty:
        kind: promotional
        id: loyalty_20
        products: [pro_yearly, pro_monthly]
        payment: payAsYouGo
        period: P1M
        cycles: 3
        audience: atRisk
        limit: { perCustomer: 1, every: P180D, perDay: 500 }
      comeBack:
        kind: winBack
        id: winback_6m
        products: [pro_yearly]
        payment: payUpFront
        period: P6M
        requires: { paidFor: P2M, lapsedFor: { atLeast: P1M, atMost: P12M } }

    """,
    "Paywalls/store/keys.yaml": """
    keys:
      app: { role: client, digest: \(String(repeating: "1a", count: 32)) }
      backend: { role: server, digest: \(String(repeating: "2b", count: 32)) }

    """,
    "Paywalls/targeting/attributes.yaml": """
    attributes:
      planInterest: { type: string, values: [students, teams] }
      sessions: { type: integer }
      score: { type: number }
      beta: { type: boolean }
      trialEnds: { type: time }
      tags: { type: list, values: [sport, music] }

    """,
    "Paywalls/targeting/audiences.yaml": """
    audiences:
      newcomers: { subscription.ever: false, daysSinceInstall: { atMost: 7 } }
      atRisk: { subscription.state: [subscribed, inGracePeriod], subscription.autoRenew: false }
      lapsed: { subscription.state: expired, subscription.lapsedDays: { atLeast: 30 } }
      isles: { country: [GB, IE] }

    """,
    "Paywalls/targeting/placements.yaml": """
    placements:
      onboarding:
        rules:
          - audience: lapsed
            show: lite
          - audience: newcomers
            show: standard
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

    """,
    "Paywalls/lite.yaml": """
    products: [pro_monthly]

    """,
    "Paywalls/trial.yaml": """
    extends: standard
    products:
      - { product: pro_yearly_trial, offers: [trial] }
      - pro_monthly
    selected: pro_yearly_trial

    """,
    "Experiments/annual-trial.yaml": """
    title: Annual with a trial
    status: running
    placement: onboarding
    audience: isles
    layer: pricing
    slice: 0%-40%
    traffic: 50%
    seed: 7f3a9c21
    variants:
      control: { share: 50%, paywall: standard }
      trial: { share: 50%, paywall: trial }
    schedule: { start: 2026-12-01T09:00Z, end: 2026-12-22T09:00Z }

    """,
  ]
}
