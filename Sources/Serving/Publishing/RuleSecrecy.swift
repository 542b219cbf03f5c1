package import PaywallCatalog

/// Why a rule is not published.
package enum RuleSecrecy: Hashable, Sendable {
  /// It is marked as private.
  case own
  /// It has a start. Published data is kept for ever, so the rule and its paywall would be known
  /// long before it begins: it must be marked as public.
  case scheduled
  /// It uses a private audience, or an inline condition.
  case audience
}

extension Snapshot {
  /// Why a rule is not published; `nil` if it is. A rule marked as public is published with its
  /// inline tests, like an experiment, but never with a private audience.
  package func secrecy(of rule: Placement.Rule) -> RuleSecrecy? {
    switch rule.visibility {
    case .private: .own
    case .public: rule.audience.names.allSatisfy(isPublic) ? nil : .audience
    case nil where rule.window.start != nil: .scheduled
    case nil: isPublic(rule.audience) ? nil : .audience
    }
  }

  /// An inline condition has no visibility of its own: it is private.
  func isPublic(_ condition: Condition) -> Bool {
    switch condition {
    case .audience(let name): isPublic(name)
    case .test: false
    case .all(let parts), .any(let parts): parts.allSatisfy(isPublic)
    case .not(let part): isPublic(part)
    }
  }

  /// Whether an audience is public, and uses only public ones.
  func isPublic(_ name: String) -> Bool {
    guard name != Condition.everyone else { return true }
    guard let audience = audiences[name], audience.visibility == .public else { return false }
    return audience.condition.names.allSatisfy(isPublic)
  }
}

extension Condition {
  /// The audiences that it names directly.
  package var names: [String] {
    switch self {
    case .audience(let name): [name]
    case .test: []
    case .all(let parts), .any(let parts): parts.flatMap(\.names)
    case .not(let part): part.names
    }
  }
}
