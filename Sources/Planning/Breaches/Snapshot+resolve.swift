import PaywallCatalog

extension Snapshot {
  /// A condition with every named audience replaced by its condition; `nil` is everyone. Undefined
  /// names stay.
  func resolved(_ condition: Condition?) -> Condition? {
    guard let condition, condition != .audience(Condition.everyone) else { return nil }
    return resolved(condition, below: [])
  }

  private func resolved(_ condition: Condition, below names: Set<String>) -> Condition {
    switch condition {
    case .test: condition
    case .all(let parts): .all(parts.map { resolved($0, below: names) })
    case .any(let parts): .any(parts.map { resolved($0, below: names) })
    case .not(let part): .not(resolved(part, below: names))
    case .audience(let name):
      if let audience = audiences[name], !names.contains(name) {
        resolved(audience.condition, below: names.union([name]))
      } else {
        condition
      }
    }
  }

  /// The named audiences that a condition uses, directly or through others.
  func audiences(in condition: Condition?) -> Set<String> {
    var found: Set<String> = []
    var open = [condition].compactMap { $0 }
    while let next = open.popLast() {
      switch next {
      case .test: break
      case .all(let parts), .any(let parts): open += parts
      case .not(let part): open.append(part)
      case .audience(let name):
        guard let audience = audiences[name], found.insert(name).inserted else { continue }
        open.append(audience.condition)
      }
    }
    return found
  }
}
