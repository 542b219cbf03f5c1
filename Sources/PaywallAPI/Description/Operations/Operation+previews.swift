import HTTPTypes
import PaywallCatalog

extension Operation {
  package static let previewList = Operation(
    method: .get, path: "/preview", id: "previewList", topic: .decisions,
    summary: "All placements and paywalls, for people who want to see them",
    description:
      "A page without script. A browser signs in with a viewer or admin key, as for the results.",
    answers: [.page, .signInPage, .refusedPage], problems: [.rateLimited, .ledgerUnavailable],
    isForBrowsers: true)

  package static let previewSheet = Operation(
    method: .get, path: "/preview/{name}", id: "previewSheet", topic: .decisions,
    summary: "Pictures of a placement or a paywall: languages by personas",
    description: """
      Each as it would be sold now: texts, prices of the `.storekit` file, the offer that the persona \
      would get; a column for each variant where an experiment runs. `paywall picture --out` writes \
      the same.
      """,
    parameters: [
      .picturedName,
      .query("locale", .text(to: 100), "Only this language; without it as many as fit."),
    ],
    answers: [.page, .signInPage, .refusedPage, .wrongQuestion, .unknownSubject],
    problems: [.rateLimited, .ledgerUnavailable], isForBrowsers: true)

  package static let previewPicture = Operation(
    method: .get, path: "/preview/{name}/picture", id: "previewPicture", topic: .decisions,
    summary: "A picture of a placement or a paywall, with its reasons",
    description: "What `paywall picture` writes.",
    parameters: [
      .picturedName,
      .query("as", .text(to: 200), "A persona; without it a visitor of whom nothing is known."),
      .query("locale", .text(to: 100), "As phones send it; without it the persona's."),
      .query("experiment", .text(to: 200), "With `variant`: shows it, whatever is decided."),
      .query("variant", .text(to: 200), "With `experiment`."),
    ],
    answers: [.page, .signInPage, .refusedPage, .wrongQuestion, .unknownSubject],
    problems: [.rateLimited, .ledgerUnavailable], isForBrowsers: true)
}

extension Operation.Parameter {
  fileprivate static let picturedName = path("name", "A placement, or a paywall by its id.")
}

extension Operation.Answer {
  fileprivate static let unknownSubject = html(
    .unprocessableContent,
    "The configuration has no such placement, paywall, persona or variant.")
}
