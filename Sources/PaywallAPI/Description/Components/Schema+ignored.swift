import HTTPDocuments

extension Schema {
  /// A member of the answer to a request with signed texts.
  static let leftOut = Property.maybe(
    "leftOut", list(of: ref(.leftOutText)),
    "Signed texts that could not be verified: they count for nothing, and the answer is the one without them."
  )

  /// Of an answer to a team's own request.
  static let ignored = Property.maybe(
    "ignored", list(of: ref(.ignoredAttribute)),
    "Attributes that count for nothing. Only for keys of the role server or admin, without keys, and with a preview; for apps the server's log names them."
  )
}
