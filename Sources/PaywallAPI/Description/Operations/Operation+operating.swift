import HTTPDocuments
import HTTPTypes

extension Operation {
  package static let healthLive = Operation(
    method: .get, path: "/health/live", id: "healthLive", topic: .operating,
    summary: "Whether the process is alive", description: "For a supervisor that restarts it.",
    answers: [
      .json(
        "It does.", .ref(.liveness), headers: [.requestId, .noStore],
        example: #"{"status":"live"}"#)
    ])

  package static let healthReady = Operation(
    method: .get, path: "/health/ready", id: "healthReady", topic: .operating,
    summary: "Whether the server should get traffic, and what needs attention",
    description:
      "A release is always served, so the answer is 200 until the process is stopped; `degraded` and the reasons say what to check.",
    answers: [
      .json(
        "The state.", .ref(.readiness), headers: [.requestId, .noStore],
        example: """
          {"status":"ready","release":"4f0c6d52ab90de13578642f0c6d52ab90de13578642f0c6d52ab90de13578642",\
          "reasons":[{"code":"throwAwayKey","weight":"note",\
          "detail":"offers are signed with a key that the App Store refuses"}]}
          """),
      Answer(
        status: .serviceUnavailable, summary: "The process is about to end.",
        type: "application/json", schema: .ref(.readiness), headers: [.requestId, .noStore],
        example: """
          {"status":"shuttingDown","release":"4f0c6d52ab90de13578642f0c6d52ab90de13578642f0c6d52ab90de13578642",\
          "reasons":[{"code":"shuttingDown","weight":"shuttingDown",\
          "detail":"the server ends; send requests to another"}]}
          """),
    ])

  package static let metrics = Operation(
    method: .get, path: "/metrics", id: "metrics", topic: .operating,
    summary: "Figures for Prometheus",
    description:
      "The text format, version 0.0.4. With `--metrics-port` they are also on a port of their own, where no key is asked for.",
    answers: [
      Answer(
        status: .ok, summary: "The figures.", type: "text/plain", schema: .text,
        headers: [.requestId, .noStore])
    ])

  package static let status = Operation(
    method: .get, path: "/v1/status", id: "status", topic: .operating,
    summary: "The release, its condition, the ledger",
    description: "For an engineer on call; the diagnostics are those of `paywall check`.",
    answers: [
      .json(
        "The state.", .ref(.status),
        example: """
          {"release":"4f0c6d52ab90de13578642f0c6d52ab90de13578642f0c6d52ab90de13578642",\
          "condition":"current","diagnostics":[],"paywalls":9,"experiments":7,"placements":6,\
          "signing":"configured","ledger":"available","lateRedemptions":0}
          """)
    ])

  package static let reload = Operation(
    method: .post, path: "/v1/reload", id: "reload", topic: .operating,
    summary: "Read the configuration now",
    description:
      "The folder is looked at every second anyway. With mistakes the release before stays, and the answer has the diagnostics. A body is not read.",
    answers: [
      .json(
        "It is served.", .ref(.reloaded),
        example: """
          {"release":"4f0c6d52ab90de13578642f0c6d52ab90de13578642f0c6d52ab90de13578642",\
          "changed":true}
          """)
    ],
    problems: [.reloadFailed])

  package static let explain = Operation(
    method: .post, path: "/v1/explain", id: "explain", topic: .operating,
    summary: "The trace of a decision",
    description:
      "Every step with its inputs and its outcome, now or at another time. It enrols no visitor.",
    body: Body(
      schema: .ref(.explainQuestion),
      example: """
        {"placement":"onboarding","attributes":{"userId":"user-7","country":"GB"},\
        "whyNot":"annual-trial"}
        """),
    answers: [
      .json(
        "The trace.", .ref(.explanation),
        example: """
          {"decision":{"placement":"settings","paywall":"standard","reason":"default"},\
          "steps":[{"step":"placement","findings":[{"known":true}]},\
          {"step":"default","findings":[{"paywall":"standard"}]}]}
          """)
    ],
    problems: .ofAttributes + .ofEvidence + .ofNames + [.unknownExperiment, .previewNotSupported],
    sample: Sample(
      body: #"{"placement":"{PLACEMENT}","attributes":{"userId":"user-7","country":"GB"}}"#))

  package static let previewPost = Operation(
    method: .post, path: "/v1/previews", id: "previewPost", topic: .operating,
    summary: "Make a token that shows its holder a variant, or what a schedule will show",
    description:
      "A variant, whatever the stage of the experiment and its visitors; or, with `at`, what schedules give the visitor at that moment; the age of the install and the subscription stay those of now. It enrols no visitor and signs nothing.",
    body: Body(
      schema: .ref(.previewOrder),
      example: #"{"placement":"onboarding","variant":"trial","for":"PT1H"}"#),
    answers: [
      .json(
        "The token.", .ref(.previewToken),
        example: """
          {"token":"eyJwbGFjZW1lbnQ…","experiment":"annual-trial",\
          "expires":"2026-12-05T13:00:00Z"}
          """)
    ],
    problems: [.previewUnknown, .previewAmbiguous, .previewTooLong, .previewUnavailable],
    sample: Sample(
      body: """
        {"placement":"{EXPERIMENT_PLACEMENT}","experiment":"{EXPERIMENT}",\
        "variant":"{VARIANT}","for":"PT1H"}
        """))
}
