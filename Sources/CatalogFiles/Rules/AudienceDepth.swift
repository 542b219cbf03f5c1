internal import PaywallCatalog
internal import YAMLText

extension ValidationRule {
  /// Audiences are nested at most 64 levels deep.
  static let audienceDepth = ValidationRule { draft, sink in
    var depth = AudienceDepth(conditions: draft.conditions)
    let first = draft.audiences.first {
      depth.levels(of: $0.value.condition, below: 0) > AudienceDepth.most
    }
    guard let first else { return }
    sink.error(
      .nestedTooDeep, at: first.name,
      "'\(first.value.name)' is made of others, and these of others, more than "
        + "\(AudienceDepth.most) levels deep",
      help: "write the tests out instead of naming an audience")
  }
}

/// Counts the levels of conditions, through the audiences that they name.
struct AudienceDepth {
  /// Deeper conditions are refused, so that compiling one never overflows the stack.
  static let most = 64

  let conditions: [String: Condition]
  private var known: [String: Int] = [:]

  init(conditions: [String: Condition]) { self.conditions = conditions }

  /// The levels of a condition below others; at most one above `most`.
  mutating func levels(of condition: Condition, below: Int) -> Int {
    guard below <= Self.most else { return Self.most + 1 }
    switch condition {
    case .test: return 1
    case .not(let part): return 1 + levels(of: part, below: below + 1)
    case .all(let parts), .any(let parts):
      var deepest = 0
      for part in parts { deepest = max(deepest, levels(of: part, below: below + 1)) }
      return 1 + deepest
    case .audience(let name):
      if let levels = known[name] { return levels }
      guard let named = conditions[name] else { return 1 }
      // A cycle is reported by its own rule, and ends here.
      known[name] = 1
      let levels = 1 + levels(of: named, below: below + 1)
      known[name] = min(levels, Self.most + 1)
      return levels
    }
  }
}
