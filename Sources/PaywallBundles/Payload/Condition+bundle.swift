import PaywallCatalog

/// `{"audience":"x"}`, `{"attribute":"country","is":[{"oneOf":["GB","IE"]}]}`, `{"all":[…]}`,
/// `{"any":[…]}`, `{"not":…}`.
extension Condition: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    let members = try reader.members()
    if members.count == 1, let member = members.first {
      switch member.name {
      case "audience":
        self = .audience(try reader.read("audience"))
        return
      case "all":
        self = .all(try reader.read("all"))
        return
      case "any":
        self = .any(try reader.read("any"))
        return
      case "not":
        self = .not(try reader.read("not"))
        return
      default: break
      }
    }
    // Unknown members could change the meaning of a condition, so they are refused.
    guard members.count == 2, reader.node["attribute"] != nil, reader.node["is"] != nil else {
      throw reader.badValue(
        "A condition has one of audience, all, any and not, or attribute together with is.")
    }
    self = .test(AttributeTest(try reader.read("attribute"), try reader.read("is")))
  }
}

extension AttributeTest.Operator: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    let members = try reader.members()
    guard members.count == 1, let name = members.first?.name else {
      throw reader.badValue("Expected one operator.")
    }
    switch name {
    case "equals": self = .equals(try reader.read(name))
    case "oneOf": self = .oneOf(try reader.read(name))
    case "atLeast": self = .atLeast(try reader.read(name))
    case "atMost": self = .atMost(try reader.read(name))
    case "moreThan": self = .moreThan(try reader.read(name))
    case "lessThan": self = .lessThan(try reader.read(name))
    case "before": self = .before(try reader.read(name))
    case "after": self = .after(try reader.read(name))
    case "contains": self = .contains(try reader.read(name))
    case "startsWith": self = .startsWith(try reader.read(name))
    case "endsWith": self = .endsWith(try reader.read(name))
    case "exists": self = .exists(try reader.read(name))
    default: throw reader.badValue("'\(name)' is no operator of this format.")
    }
  }
}

/// Text, numbers, truth values and lists are those of JSON; versions and times are objects:
/// `{"version":"3.2"}`, `{"time":"2026-12-01T09:00:00Z"}`.
extension AttributeValue: BundleReadable {
  init(_ reader: BundleReader) throws(BundleProblem) {
    switch reader.node.value {
    case .null: throw reader.wrongType("a value of an attribute")
    case .boolean(let value): self = .boolean(value)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .number(number)
    case .text(let text): self = .string(text)
    case .list: self = .list(try [String](reader))
    case .object:
      if let version = try reader.readIfPresent("version", as: String.self) {
        guard let version = Version(version) else {
          throw reader.badValue("Expected a version such as 3.2.0.")
        }
        self = .version(version)
      } else if let moment = try reader.readIfPresent("time", as: Timestamp.self) {
        self = .time(moment)
      } else if let number = Double(try reader.read("number", as: String.self)) {
        self = .number(number)
      } else {
        throw reader.badValue("Expected a number.")
      }
    }
  }
}
