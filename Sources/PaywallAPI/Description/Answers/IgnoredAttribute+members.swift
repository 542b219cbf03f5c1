package import HTTPDocuments

extension IgnoredAttribute: AnswerObject {
  package static let members = Members<Self> {
    $0.always("name", "As it was sent, without `attr.`.") { $0.name }
    $0.always(
      "why",
      "`undeclared`: the configuration does not have it. `mistyped`: it cannot be read as its type. `unusable`: no condition can match the value. `unnamed`: a query item that is not an attribute."
    ) { $0.why }
    $0.always("detail", "The problem, and what to send.") { $0.detail }
  }
}
