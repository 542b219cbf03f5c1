extension Schema {
  static let ignoredAttribute = object([
    .always("name", text, "As it was sent, without `attr.`."),
    .always(
      "why", words(of: IgnoredAttribute.Cause.self),
      "`undeclared`: the configuration does not have it. `mistyped`: it cannot be read as its type. `unusable`: no condition can match the value. `unnamed`: a query item that is not an attribute."
    ),
    .always("detail", text, "What is wrong, and what to send."),
  ])

  /// Of an answer to a team's own request.
  static let ignored = Property.maybe(
    "ignored", list(of: ref(.ignoredAttribute)),
    "Attributes that count for nothing. Only for keys of the role server or admin, without keys, and with a preview; for apps the server's log names them."
  )
}
