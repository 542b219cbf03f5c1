import TestSupport

extension Folder {
  /// The sample as an invented photo editor, with one experiment in each stage, on 2026-11-21.
  static let lumen = Folder(
    files: SampleConfiguration.texts.with(added)
      .replacing(
        "  lapsed:", with: "  modern: { appVersion: \">=3.2.0\" }\n  lapsed:",
        in: "Paywalls/targeting/audiences.yaml"
      )
      .replacing("[comeBack, loyalty]", with: "[loyalty]", in: "Paywalls/standard.yaml")
      .replacing(
        "- pro_monthly\n", with: "- pro_monthly\n  - pro_lifetime\n", in: "Paywalls/trial.yaml"
      )
      .replacing(
        "schedule: { start: 2026-12-01T09:00Z, end: 2026-12-22T09:00Z }\n",
        with: "schedule: { start: 2026-11-02T09:00Z }\nmetrics: { primary: proceedsPerVisitor }\n",
        in: "Experiments/annual-trial.yaml"))

  private static let added = [
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
    "Paywalls/lite.yaml": """
    products: [pro_monthly]
    content: { headline: { en: Start small, de: Klein anfangen } }
    """,
    "Paywalls/come-back.yaml": """
    products:
      - { product: pro_yearly, offers: [loyalty] }
    content: { headline: { en: Good to see you, de: Schön } }
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
