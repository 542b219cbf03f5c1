import PaywallTextCoding

/// A condition in GrowthBook's language, simplified: constants are never written, because an empty
/// `$or` is true there.
indirect enum Formula {
  case always
  case never
  /// The language cannot express this exactly.
  case inexpressible
  case test(String, Operators)
  case all([Formula])
  case any([Formula])

  /// True if every part is. One part that is never true makes it never true.
  static func conjunction(_ parts: [Formula]) -> Formula {
    var kept: [Formula] = []
    var isExact = true
    for part in parts {
      switch part {
      case .never: return .never
      case .always: break
      case .inexpressible: isExact = false
      case .all(let inner): kept += inner
      case .test, .any: kept.append(part)
      }
    }
    guard isExact else { return .inexpressible }
    return kept.isEmpty ? .always : kept.count == 1 ? kept[0] : .all(kept)
  }

  /// True if one part is. One part that is always true makes it always true.
  static func disjunction(_ parts: [Formula]) -> Formula {
    var kept: [Formula] = []
    var isExact = true
    for part in parts {
      switch part {
      case .always: return .always
      case .never: break
      case .inexpressible: isExact = false
      case .any(let inner): kept += inner
      case .test, .all: kept.append(part)
      }
    }
    guard isExact else { return .inexpressible }
    return kept.isEmpty ? .never : kept.count == 1 ? kept[0] : .any(kept)
  }
}

extension JSONMembers {
  /// The formula as an object; an inexpressible one never matches.
  init(_ formula: Formula) {
    self.init()
    switch formula {
    case .always: break
    case .never, .inexpressible: objects("$nor", [JSONMembers()])
    case .test(let attribute, let operators): object(attribute, JSONMembers(operators))
    case .all(let parts): objects("$and", parts.map { JSONMembers($0) })
    case .any(let parts): objects("$or", parts.map { JSONMembers($0) })
    }
  }
}
