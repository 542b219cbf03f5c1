/// A place in the app that asks for a paywall, with its rules: the first match wins.
package struct Placement: Sendable {
  package var id: String
  package var rules: [Rule]
  package var `default`: Show

  package init(id: String, rules: [Rule] = [], default: Show) {
    self.id = id
    self.rules = rules
    self.default = `default`
  }

  package struct Rule: Sendable {
    package var audience: Condition
    package var show: Show
    package var window: TimeWindow
    /// The value in the file; see `Snapshot.secrecy(of:)` for the default.
    package var visibility: Visibility?

    package init(
      audience: Condition, show: Show, window: TimeWindow = .always, visibility: Visibility? = nil
    ) {
      self.audience = audience
      self.show = show
      self.window = window
      self.visibility = visibility
    }
  }
}

/// The content of a placement: a paywall by its id, or nothing, which is a valid answer.
package enum Show: Hashable, Sendable {
  case paywall(String)
  case nothing
}

extension Show: CustomStringConvertible {
  /// The form in files: the id, or `nothing`.
  package var description: String {
    switch self {
    case .paywall(let id): id
    case .nothing: "nothing"
    }
  }
}

#if Server
extension Placement: Hashable {}
extension Placement.Rule: Hashable {}
#endif
