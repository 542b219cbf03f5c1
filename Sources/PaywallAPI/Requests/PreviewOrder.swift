package import HTTPDocuments
package import PaywallCatalog

/// The body of `POST /v1/previews`: what to show where, and for how long.
package struct PreviewOrder {
  package var placement: String
  package var subject: Subject
  package var time: Period

  package enum Subject {
    /// The experiment is `nil` if one at the placement has the variant.
    case variant(String, experiment: String?)
    case moment(Timestamp)
  }

  /// The default.
  package static let usualTime = Period(seconds: 3600)

  package init(placement: String, subject: Subject, time: Period) {
    (self.placement, self.subject, self.time) = (placement, subject, time)
  }

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    placement = try members.required("placement", "the placement that shows it")
    if let moment = try members.moment("at") {
      subject = .moment(moment)
      for name in ["variant", "experiment"] where try members.text(name) != nil {
        throw Problem(
          .previewAmbiguous,
          "'at' shows what the visitor gets then; leave out '\(name)', or send no 'at'.",
          field: name)
      }
    } else if let variant = try members.text("variant") {
      subject = .variant(variant, experiment: try members.text("experiment"))
    } else {
      throw Problem(
        .previewAmbiguous, "Name the 'variant' to show, or send 'at' with a moment.",
        field: "variant")
    }
    time = try members.time("for") ?? Self.usualTime
    try members.finish()
  }
}

extension MemberReader {
  /// `"PT1H"` or whole seconds, at least one.
  fileprivate mutating func time(_ name: String) throws(Problem) -> Period? {
    guard let member = take(name) else { return nil }
    if case .text(let text) = member.value, let period = Period(iso8601: text) { return period }
    if let seconds = member.value.whole, seconds > 0 {
      return Period(seconds: Int(clamping: seconds))
    }
    throw Self.wrong(member, "a time such as \"PT1H\", \"P1D\", or seconds from 1")
  }
}
