/// A change of a configuration, in a marketer's words.
package struct Change: Hashable, Sendable {
  package var sign: Sign
  package var kind: Kind
  /// The id or name; for a rule the placement and its number, `onboarding, rule 2`.
  package var id: String
  /// The differences, a phrase each: `traffic 50% → 80%`. A summary if it was added or removed.
  package var details: [String]

  package init(_ sign: Sign, _ kind: Kind, _ id: String, _ details: [String] = []) {
    self.sign = sign
    self.kind = kind
    self.id = id
    self.details = details
  }

  package enum Sign: String, CaseIterable, Sendable {
    case added = "+"
    case changed = "~"
    case removed = "-"

    /// The word for programs.
    package var word: String {
      switch self {
      case .added: "added"
      case .changed: "changed"
      case .removed: "removed"
      }
    }
  }

  /// In the order of a plan: what visitors see, then what it depends on.
  package enum Kind: String, CaseIterable, Sendable {
    case experiment, placement, rule, fallback, paywall, message, offer, product, group, audience
    case attribute, layer, holdout, persona, key, refundRule, webhook, export, app
  }
}
