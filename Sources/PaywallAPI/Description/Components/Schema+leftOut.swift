import AppStore

extension Schema {
  static let leftOutText = object([
    .always("field", text, "Where it was sent, such as `transactions[3]`."),
    .always("code", words([Problem.Code.notTrusted.rawValue])),
    .always("reason", words(of: Distrust.Reason.self), "Why it is not trusted."),
    .always("detail", text, "What is wrong, and what to look at."),
  ])

  /// Of an answer to a request with signed texts.
  static let leftOut = Property.maybe(
    "leftOut", list(of: ref(.leftOutText)),
    "Signed texts that could not be verified: they count for nothing, and the answer is the one without them."
  )
}
