/// Why a rule stays at home.
package enum RuleSecrecy: Hashable, Sendable {
  /// It says that it is private.
  case own
  /// It begins at a moment. What is published has no clock and is kept for ever, so that a rule
  /// would be known, with all that it shows, long before it begins: it has to say that it is public.
  case scheduled
  /// It asks for an audience that is private, or for a condition that is written in its place.
  case audience
}

extension Snapshot {
  /// Why a rule does not leave the server; `nil` if it does. One that says that it is public takes
  /// the tests along that are written in it, as an experiment does; never a private audience.
  package func secrecy(of rule: Placement.Rule) -> RuleSecrecy? {
    switch rule.visibility {
    case .private: .own
    case .public: rule.audience.names.allSatisfy(isPublic) ? nil : .audience
    case nil where rule.window.start != nil: .scheduled
    case nil: isPublic(rule.audience) ? nil : .audience
    }
  }

  /// A condition that is written where it is used has no visibility of its own: it is private.
  func isPublic(_ condition: Condition) -> Bool {
    switch condition {
    case .audience(let name): isPublic(name)
    case .test: false
    case .all(let parts), .any(let parts): parts.allSatisfy(isPublic)
    case .not(let part): isPublic(part)
    }
  }

  /// An audience that is public, and made of public ones.
  func isPublic(_ name: String) -> Bool {
    guard name != Condition.everyone else { return true }
    guard let audience = audiences[name], audience.visibility == .public else { return false }
    return audience.condition.names.allSatisfy(isPublic)
  }
}

extension Condition {
  /// The audiences that it names itself.
  package var names: [String] {
    switch self {
    case .audience(let name): [name]
    case .test: []
    case .all(let parts), .any(let parts): parts.flatMap(\.names)
    case .not(let part): part.names
    }
  }
}
