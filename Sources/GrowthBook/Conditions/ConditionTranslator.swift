import PaywallCatalog

/// Translates our three-valued conditions to GrowthBook's two-valued language.
///
/// A condition becomes two formulas: one is true if the condition is true, and one if it is false.
/// If it is unknown, neither is. `not` swaps them, so an unknown never matches through a negation.
struct ConditionTranslator {
  let snapshot: Snapshot

  init(_ snapshot: Snapshot) { self.snapshot = snapshot }

  /// The visitors for whom the condition is true; `nil` for everyone.
  func visitors(of condition: Condition?) -> Formula {
    condition.map { formula($0, is: true, inside: []) } ?? .always
  }

  /// - Parameter audiences: those whose condition contains this one; a cycle is unknown.
  func formula(_ condition: Condition, is truth: Bool, inside audiences: Set<String>) -> Formula {
    switch condition {
    case .audience(Condition.everyone): return truth ? .always : .never
    case .audience(let name):
      guard let audience = snapshot.audiences[name], !audiences.contains(name) else {
        return .never
      }
      return formula(audience.condition, is: truth, inside: audiences.union([name]))
    case .test(let test):
      let parts = test.operators.map { formula(of: $0, on: test.attribute, is: truth) }
      return truth ? .conjunction(parts) : .disjunction(parts)
    case .all(let parts):
      let parts = parts.map { formula($0, is: truth, inside: audiences) }
      return truth ? .conjunction(parts) : .disjunction(parts)
    case .any(let parts):
      let parts = parts.map { formula($0, is: truth, inside: audiences) }
      return truth ? .disjunction(parts) : .conjunction(parts)
    case .not(let part): return formula(part, is: !truth, inside: audiences)
    }
  }

  private func formula(
    of test: AttributeTest.Operator, on name: String, is truth: Bool
  ) -> Formula {
    guard let attribute = snapshot.schema[name] else { return .never }
    guard attribute.origin != .computed else { return computed(test, name, truth) }
    // A name with dots is a path into nested objects in GrowthBook.
    guard !name.utf8.contains(UInt8(ascii: ".")), name.utf8.first != UInt8(ascii: "$") else {
      return .inexpressible
    }
    return SentAttribute(attribute).formula(of: test, is: truth)
  }

  /// The computed attributes of a visitor without evidence: `subscription.known` is false, and all
  /// other facts are unknown. The days since the installation grow while a payload is cached.
  private func computed(
    _ test: AttributeTest.Operator, _ name: String, _ truth: Bool
  ) -> Formula {
    func known(_ value: Bool) -> Formula { value == truth ? .always : .never }
    guard name != "daysSinceInstall" else { return .inexpressible }
    let isKnown = name == "subscription.known"
    return switch test {
    case .exists(let expected): known(expected == isKnown)
    case .equals(.boolean(let value)) where isKnown: known(!value)
    case .oneOf(let values) where isKnown: known(values.contains(.boolean(false)))
    default: .never
    }
  }
}
