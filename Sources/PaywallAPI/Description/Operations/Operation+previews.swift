import HTTPDocuments
import HTTPTypes

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
    description: "The picture that `paywall picture` writes.",
    parameters: [
      .picturedName,
      .query("as", .text(to: 200), "A persona; by default an unknown visitor."),
      .query("locale", .text(to: 100), "As phones send it; without it the persona's."),
      .query("experiment", .text(to: 200), "With `variant`: shows it, whatever is decided."),
      .query("variant", .text(to: 200), "With `experiment`."),
    ],
    answers: [.page, .signInPage, .refusedPage, .wrongQuestion, .unknownSubject],
    problems: [.rateLimited, .ledgerUnavailable], isForBrowsers: true)

  package static let previewTokenPage = Operation(
    method: .get, path: "/preview/{name}/token", id: "previewTokenPage", topic: .decisions,
    summary: "A form that makes a token for a tester's phone",
    description:
      "For a browser that is signed in with an admin key, which `POST /v1/previews` asks for too.",
    parameters: [.picturedName],
    answers: [.page, .signInPage, .refusedPage, .wrongQuestion, .unknownSubject],
    problems: [.rateLimited, .ledgerUnavailable], isForBrowsers: true)

  package static let previewTokenForm = Operation(
    method: .post, path: "/preview/{name}/token", id: "previewTokenForm", topic: .decisions,
    summary: "Make a token for a tester's phone",
    description: "The form of that page; from this server's pages only.",
    parameters: [.picturedName], form: .previewForm,
    answers: [.page, .signInPage, .refusedPage, .wrongQuestion, .unknownSubject, .noSecret],
    problems: [.unsupportedMediaType, .rateLimited, .ledgerUnavailable], isForBrowsers: true)
}

extension Schema {
  fileprivate static let previewForm = object([
    .maybe(
      "variant", text(to: 1_000),
      "An experiment and its variant, percent-encoded each, with a slash between."),
    .maybe("at", text(to: 40), "Without a variant: the moment to show, by RFC 3339."),
    .maybe("for", text(to: 20), "The lifetime, an ISO 8601 period; by default an hour."),
  ])
}

extension Operation.Parameter {
  fileprivate static let picturedName = path("name", "A placement, or a paywall by its id.")
}

extension Operation.Answer {
  fileprivate static let unknownSubject = html(
    .unprocessableContent,
    "The configuration has no such placement, paywall, persona or variant.")
  fileprivate static let noSecret = html(
    .serviceUnavailable, "The server has no secret to sign a token with.")
}
