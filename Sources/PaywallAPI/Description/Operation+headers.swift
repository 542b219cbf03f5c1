import HTTPDocuments

extension Operation.Header {
  static let requestId = Self(
    name: "x-request-id",
    description: "The id of the request: its own if it sent a well-formed one, else a new one.",
    schema: .text)
  static let release = Self(
    name: "x-paywall-release",
    description: "The configuration behind the answer: the SHA-256 of its content.",
    schema: .text(matching: "^[0-9a-f]{64}$"))
  static let noStore = Self(
    name: "cache-control", description: "The answer must not be kept.",
    schema: .words(["no-store"]))
  static let tag = Self(
    name: "etag",
    description:
      "A digest of the body, for `If-None-Match`. Absent where the answer must not be kept.",
    schema: .text(matching: "^\".+\"$"), isRequired: false)
  static let vary = Self(
    name: "vary", description: "The headers that the answer depends on.", schema: .text,
    isRequired: false)
  static let lifetime = Self(
    name: "cache-control",
    description:
      "`private, max-age=30, stale-while-revalidate=3600, stale-if-error=86400`, in seconds, each cut to what is left until `validUntil`; `no-store` with a signature, evidence, a preview, or while the answer is degraded.",
    schema: .text(
      matching:
        "^(no-store|private, max-age=[0-9]+, stale-while-revalidate=[0-9]+, stale-if-error=[0-9]+)$"
    ))
  static let challenge = Self(
    name: "www-authenticate", description: "The challenge, which names the scheme `Bearer`.",
    schema: .text(matching: "^Bearer"))
  static let retryAfter = Self(
    name: "retry-after", description: "Seconds to wait.", schema: .text(matching: "^[0-9]+$"),
    isRequired: false)
}

extension [Operation.Header] {
  /// The headers of an uncacheable answer made from a release.
  static let momentary: Self = [.requestId, .release, .noStore]
  /// The headers of an answer that has an ETag.
  static let kept: Self = [.requestId, .release, .lifetime, .tag, .vary]
}
