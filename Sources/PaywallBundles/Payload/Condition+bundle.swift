import PaywallCatalog
import PaywallTextCoding

/// `{"audience":"x"}`, `{"attribute":"country","is":[{"oneOf":["GB","IE"]}]}`, `{"all":[…]}`,
/// `{"any":[…]}`, `{"not":…}`.
extension Condition: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      switch self {
      case .audience(let name): writer.member("audience", name)
      case .test(let test):
        writer.member("attribute", test.attribute)
        writer.member("is", test.operators)
      case .all(let parts): writer.member("all", parts)
      case .any(let parts): writer.member("any", parts)
      case .not(let part): writer.member("not", part)
      }
    }
  }

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

extension AttributeTest.Operator: BundleValue {
  func write(to writer: inout BundleWriter) {
    writer.object { writer in
      switch self {
      case .equals(let value): writer.member("equals", value)
      case .oneOf(let values): writer.member("oneOf", values)
      case .atLeast(let value): writer.member("atLeast", value)
      case .atMost(let value): writer.member("atMost", value)
      case .moreThan(let value): writer.member("moreThan", value)
      case .lessThan(let value): writer.member("lessThan", value)
      case .before(let moment): writer.member("before", moment)
      case .after(let moment): writer.member("after", moment)
      case .contains(let text): writer.member("contains", text)
      case .startsWith(let text): writer.member("startsWith", text)
      case .endsWith(let text): writer.member("endsWith", text)
      case .exists(let expected): writer.member("exists", expected)
      }
    }
  }

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
    default: throw reader.badValue("“\(name)” is no operator of this format.")
    }
  }
}

/// Text, numbers, truth values and lists are those of JSON; versions and times are objects:
/// `{"version":"3.2"}`, `{"time":"2026-12-01T09:00:00Z"}`.
extension AttributeValue: BundleValue {
  func write(to writer: inout BundleWriter) {
    switch self {
    case .string(let text): writer.json.string(text)
    case .integer(let number): writer.json.integer(number)
    case .number(let number):
      if number.isFinite {
        writer.json.raw("\(number)".utf8)
      } else {
        writer.object { $0.member("number", "\(number)") }
      }
    case .boolean(let value): writer.json.boolean(value)
    case .version(let version): writer.object { $0.member("version", version.text) }
    case .time(let moment): writer.object { $0.member("time", moment) }
    case .list(let items): items.write(to: &writer)
    }
  }

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
