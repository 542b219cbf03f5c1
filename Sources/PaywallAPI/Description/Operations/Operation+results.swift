import HTTPDocuments
import HTTPTypes
import PaywallCatalog

extension Operation {
  package static let experimentResults = Operation(
    method: .get, path: "/v1/experiments/{experiment}/results", id: "experimentResults",
    topic: .experiments, summary: "The results of an experiment",
    description: """
      Persons, intervals, money and the verdict, from the ledger's facts. Computed at most once a \
      minute for the same question. `paywall experiment results --json` prints the same.
      """,
    parameters: [
      .path("experiment", "The experiment's id."),
      .query(
        "asOf", .text(to: 40),
        "The time up to which exposures and purchases count: `2026-11-25` or RFC 3339; by default now."
      ),
      .query(
        "by", .words(ResultDimension.allCases.map(\.rawValue) + ["country"]),
        "Only the breakdown by this; `country` is `storefront`."),
      .environmentOfResults,
      .query(
        "phase", .integer(from: 1, to: 1_000_000),
        "An earlier phase, as it was served; the present one without it."),
    ],
    answers: [
      Answer(
        status: .ok, summary: "The results.", type: "application/json",
        schema: .ref(.experimentReport), headers: .momentary)
    ],
    problems: [
      .malformedPath, .malformedQuery, .wrongType, .unknownExperiment, .ledgerUnavailable,
      .resultsBusy,
    ], sample: Sample("/v1/experiments/{EXPERIMENT}/results"))

  package static let resultsList = Operation(
    method: .get, path: "/results", id: "resultsList", topic: .experiments,
    summary: "All experiments with their verdicts, for people",
    description:
      "A page without script. A browser signs in with a viewer or admin key, and has a session for twelve hours.",
    parameters: [.environmentOfResults],
    answers: [.page, .signInPage, .refusedPage, .wrongQuestion],
    problems: [.rateLimited, .ledgerUnavailable], isForBrowsers: true)

  package static let resultsPage = Operation(
    method: .get, path: "/results/{experiment}", id: "resultsPage", topic: .experiments,
    summary: "The results of an experiment, for people",
    description: "The page of `/v1/experiments/{experiment}/results`, with the same query.",
    parameters: [.path("experiment", "The experiment's id.")],
    answers: [.page, .signInPage, .refusedPage, .wrongQuestion, .unknown, .busyPage],
    problems: [.rateLimited, .ledgerUnavailable], isForBrowsers: true)

  package static let revenuePage = Operation(
    method: .get, path: "/revenue", id: "revenuePage", topic: .experiments,
    summary: "Revenue and subscriptions, for people",
    description: """
      Recurring revenue and its movements by month, trials, retention, and sales after refunds and Apple's \
      commission. Computed at most once in 15 minutes for the same question. `paywall revenue --json` prints \
      the same numbers.
      """,
    parameters: [
      .query(
        "asOf", .text(to: 40),
        "The time up to which purchases count: `2026-11-25` or RFC 3339; by default now."),
      .environmentOfResults,
    ],
    answers: [.page, .signInPage, .refusedPage, .wrongQuestion, .busyPage],
    problems: [.rateLimited, .ledgerUnavailable], isForBrowsers: true)

  package static let signIn = Operation(
    method: .post, path: "/sign-in", id: "signIn", topic: .experiments,
    summary: "Begin a session for the pages of results",
    description:
      "The form of the page that takes a viewer or admin key; from this server's pages only.",
    form: .signInForm,
    answers: [
      Answer(
        status: .seeOther, summary: "Signed in.", headers: [.requestId, .noStore, .location]),
      .signInPage, .refusedPage,
    ],
    problems: [
      .malformedQuery, .unsupportedMediaType, .foreignForm, .rateLimited,
    ], isForBrowsers: true)

  package static let signOut = Operation(
    method: .post, path: "/sign-out", id: "signOut", topic: .experiments,
    summary: "End a session", description: "The button of the pages; a body is not read.",
    answers: [
      Answer(
        status: .seeOther, summary: "Signed out.", headers: [.requestId, .noStore, .location])
    ], problems: [.foreignForm, .rateLimited, .ledgerUnavailable],
    isForBrowsers: true)
}

extension Operation.Parameter {
  fileprivate static let environmentOfResults = query(
    "environment", .words(of: AppStoreEnvironment.self),
    "The environment of the purchases; by default `production`, or `sandbox` if the server has a local App Store."
  )
}

extension Schema {
  fileprivate static let signInForm = object([
    .always("key", text(to: 200), "A key with the role viewer or admin."),
    .maybe("page", text(to: 200), "The page to show afterwards: a path of this server."),
  ])
}

extension Operation.Answer {
  static func html(_ status: HTTPResponse.Status, _ summary: String) -> Self {
    Self(
      status: status, summary: summary, type: "text/html", schema: .text,
      headers: [.requestId, .noStore, .pagePolicy])
  }

  static let page = html(.ok, "The page.")
  static let signInPage = html(
    .unauthorized, "A page that takes a viewer or admin key; also after a wrong one.")
  static let refusedPage = html(
    .forbidden, "The server has no keys, or the form came from another site.")
  static let wrongQuestion = html(.badRequest, "The query cannot be read.")
  fileprivate static let unknown = html(
    .unprocessableContent, "The configuration has no such experiment.")
  fileprivate static let busyPage = html(
    .serviceUnavailable, "The ledger cannot be read now, or too many results are being computed.")
}

extension Operation.Header {
  fileprivate static let location = Self(
    name: "location", description: "The page to load.",
    schema: .text(matching: "^/(results|revenue|preview)"))
  fileprivate static let pagePolicy = Self(
    name: "content-security-policy",
    description: "Nothing but the page's own style, and forms of this server.", schema: .text)
}
