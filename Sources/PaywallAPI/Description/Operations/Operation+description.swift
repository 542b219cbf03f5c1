import HTTPDocuments
import HTTPTypes

extension Operation {
  package static let openAPI = Operation(
    method: .get, path: "/openapi.json", id: "openAPI", topic: .description,
    summary: "This description, for programs",
    description: "OpenAPI 3.1. It holds nothing that is secret, so no key is asked for.",
    answers: [
      Answer(
        status: .ok, summary: "The document.", type: "application/json",
        schema: ["type": "object", "required": ["openapi", "info", "paths"]], headers: .page),
      .notModified(.page),
    ], problems: [.rateLimited])

  package static let documentation = Operation(
    method: .get, path: "/docs", id: "documentation", topic: .description,
    summary: "This description, for people",
    description: """
      One page that loads nothing else and runs no script: what to read first, and every operation \
      with a command of curl for this server. It needs no key. With a valid one the examples hold \
      names of the configuration; they are otherwise variables of the shell.
      """,
    parameters: [
      .query(
        "q", .text(to: Limits.search),
        "Words to search for; the answer is a page of what has all of them. A `+` is a space.")
    ],
    answers: [
      Answer(
        status: .ok, summary: "The page.", type: "text/html", schema: .text,
        headers: .readersPage),
      .notModified(.readersPage),
    ],
    problems: [.malformedQuery, .ambiguousKey, .unknownKey, .rateLimited],
    sample: Sample("/docs?q=placement"))

  package static let root = Operation(
    method: .get, path: "/", id: "root", topic: .description,
    summary: "Leads to this page", description: "For people who open the server's address.",
    answers: [
      Answer(
        status: .temporaryRedirect, summary: "Go to `/docs`.",
        headers: [.requestId, .noStore, .location])
    ])
}

extension [Operation.Header] {
  fileprivate static let page: Self = [.requestId, .pageLifetime, .pageTag]
  fileprivate static let readersPage: Self = [
    .requestId, .readersLifetime, .pageTag, .contentSecurityPolicy, .vary,
  ]
}

extension Operation.Header {
  fileprivate static let pageLifetime = Self(
    name: "cache-control", description: "Anybody may keep it for an hour.",
    schema: .words(["public, max-age=3600"]))
  fileprivate static let readersLifetime = Self(
    name: "cache-control", description: "The reader may keep it, and asks before each use.",
    schema: .words(["private, no-cache"]))
  fileprivate static let location = Self(
    name: "location", description: "The page.", schema: .words(["/docs"]))
  fileprivate static let pageTag = Self(
    name: "etag", description: "A digest of the body, for `If-None-Match`.",
    schema: .text(matching: "^\".+\"$"))
  fileprivate static let contentSecurityPolicy = Self(
    name: "content-security-policy",
    description: "Nothing but the page's own style, and searches of this server.",
    schema: .text)
}
