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
    ])

  package static let documentation = Operation(
    method: .get, path: "/docs", id: "documentation", topic: .description,
    summary: "This description, for people",
    description: "One page that loads nothing else and runs no script.",
    answers: [
      Answer(
        status: .ok, summary: "The page.", type: "text/html", schema: .text,
        headers: .page + [.contentSecurityPolicy]),
      .notModified(.page + [.contentSecurityPolicy]),
    ])
}

extension [Operation.Header] {
  fileprivate static let page: Self = [.requestId, .pageLifetime, .pageTag]
}

extension Operation.Header {
  fileprivate static let pageLifetime = Self(
    name: "cache-control", description: "Anybody may keep it for an hour.",
    schema: .words(["public, max-age=3600"]))
  fileprivate static let pageTag = Self(
    name: "etag", description: "A digest of the body, for `If-None-Match`.",
    schema: .text(matching: "^\".+\"$"))
  fileprivate static let contentSecurityPolicy = Self(
    name: "content-security-policy", description: "Nothing but the page's own style.",
    schema: .text)
}
