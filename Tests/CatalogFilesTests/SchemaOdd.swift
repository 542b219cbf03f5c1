@testable import CatalogFiles

/// A folder without mistakes in which editors take many names and values for something else: `NO`
/// for false, `1e234567` for a number beyond all bounds, `3.10` for 3.1.
enum Odd {
  static var files: ConfigurationFiles { Base.with(texts) }

  private static let texts = [
    "Paywalls/store/app.yaml": """
    bundleId: 1.5
    appAppleId: "1234567890"
    environments: [sandbox]
    locales: [en, no, zh-Hans]
    """,
    "Paywalls/store/products.yaml": """
    groups:
      pro: { id: 21504291, levels: [pro_yearly, [2026, on], [pro_yearly_trial, pro_monthly]] }
      no: { id: 0x1f, levels: [1e3] }
    products:
      pro_monthly: { type: autoRenewable, group: pro, period: P7D, entitlements: [1, 2_0] }
      pro_yearly: { type: autoRenewable, group: pro, period: P12M, familyShareable: "true" }
      pro_yearly_trial: { type: autoRenewable, group: pro, period: P1Y, entitlements: [on, pro] }
      2026: { type: autoRenewable, group: pro, period: P1Y }
      on: { type: autoRenewable, group: pro, period: P1Y }
      1e3: { type: autoRenewable, group: no, period: P1Y }
      pro_lifetime: { type: nonConsumable, familyShareable: false }
      größe/1: { type: consumable }
    """,
    "Paywalls/store/keys.yaml": """
    keys:
      1: { role: client, digest: \(String(repeating: "01", count: 32)) }
      off: { role: admin, digest: 1e\(String(repeating: "23", count: 31)) }
    """,
    "Paywalls/store/offers.yaml": """
    offers:
      trial: { kind: introductory, products: [pro_yearly_trial], payment: freeTrial, period: P7D, again: true, limit: { perCustomer: "1" } }
      loyalty:
        kind: promotional
        id: 20
        products: [pro_yearly, pro_monthly]
        payment: payAsYouGo
        period: P1M
        cycles: 012
        audience: { all: [everyone, { not: { country: NO } }] }
        limit: { perCustomer: 1, every: P1DT12H30M, perDay: 500, signInPaywall: true, attempts: { client: "5" } }
        window: {}
      comeBack:
        kind: winBack
        products: [pro_yearly, 2026, on]
        payment: payUpFront
        period: P6M
        requires: {}
      7:
        kind: offerCode
        products: [1e3]
        customers: [new]
        url: https://apps.apple.com:443/redeem?a=[1]&b=~%20#x
    """,
    "Paywalls/targeting/attributes.yaml": """
    attributes:
      planInterest: { type: string, values: [yes, "no", 1, 0x1f, off] }
      sessions: { type: integer }
      score: { type: number }
      beta: { type: boolean }
      trialEnds: { type: time }
      tags: { type: list, values: [2026, sport] }
      words: { type: list }
      shown: { type: version }
    """,
    "Paywalls/targeting/audiences.yaml": """
    audiences:
      newcomers: { country: NO, language: no, locale: no, userId: 0123, planInterest: 1 }
      atRisk: { country: [NO, DEU, FR], appVersion: 3.10, planInterest: [yes, off], anonymousId: 1e3 }
      lapsed: { appVersion: { atLeast: 3, lessThan: 4.10 }, osVersion: ">= 18", sdkVersion: [1, 1.10, v2.0-beta.1+x y] }
      isles: { score: { moreThan: .5, lessThan: 1e3 }, sessions: [-3, "12", 007], beta: "true", visibility: public }
      tagged: { tags: 2026, words: [no, 1, x], shown: 1.10, trialEnds: { after: "2026-12-01T09:00:30.5+01:00", before: 2027-01-01t09:00z } }
      on: { any: [tagged, isles, { subscription.no.state: [none], subscription.group: no }] }
      same: on
      dated: { userId: { startsWith: 2026, exists: true }, subscription.product: 2026, firstSeen: { exists: false } }
      held: { all: [everyone], not: dated }
    """,
    "Paywalls/targeting/placements.yaml": """
    placements:
      onboarding:
        rules:
          - { audience: same, show: 2026, until: 2026-12-01T09:00:00-05:30 }
          - { audience: on, show: no }
          - { audience: held, show: trial }
        default: standard
      1e5: { default: lite, rules: [] }
      off: { default: nothing }
    fallback: standard
    """,
    "Paywalls/targeting/layers.yaml": """
    holdout: { share: 0.5  %, seed: 1e234567 }
    layers:
      pricing: { seed: 12345678 }
      2: { seed: off }
      n: { seed: 0x12ab, unit: visitor }
    """,
    "Paywalls/2026.yaml": "title: 2026\nproducts: [2026, on, pro_lifetime]\nselected: 2026\n",
    "Paywalls/no.yaml": "title: No\nproducts: [größe/1, { product: 1e3, offers: [7] }]\n",
    "Paywalls/standard.yaml": """
    title: yes
    products:
      - product: pro_yearly
        offers: [comeBack, loyalty]
        extra: [1, { en: x, also: ~ }]
      - { product: pro_lifetime, extra: no }
    content:
      headline: { en: 1, no: Ja, zh-Hans: ~ }
      list: [1, { en: [a], no: [], zh-Hans: { deep: { plain: true, en: b, c: d } } }]
      plain: 3
    """,
    "Experiments/annual-trial.yaml": """
    title: 20
    hypothesis: "null"
    owner: on
    status: running
    placement: [onboarding, 1e5]
    audience: { any: [on, { planInterest: [1, 0x1f] }] }
    layer: pricing
    slice: "  0%- 40%"
    traffic: 050.5 %
    seed: 1e10
    phase: "2"
    variants:
      control: { share: 33.33%, paywall: { onboarding: 2026, 1e5: lite } }
      1: { share: 66.67%, paywall: { onboarding: no, 1e5: nothing } }
    from: 2026-12-01T09:00:00Z
    after: winner
    excludeEarlierPhases: 'false'
    metrics: { primary: { paidRate: { window: P60D, smallest: 3% } }, guardrails: [refundShare] }
    """,
    "Experiments/2027.yaml": """
    status: draft
    placement: off
    layer: 2
    slice: 0.00%-100.00%
    variants:
      control: { share: 50%, paywall: standard }
      no: { share: 50 %, paywall: 2026 }
    """,
  ]
}
