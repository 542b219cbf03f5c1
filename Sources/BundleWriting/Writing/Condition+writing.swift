import PaywallCatalog
import PaywallTextCoding

extension Condition: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
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

extension AttributeTest.Operator: BundleObject {
  func writeMembers(to writer: inout BundleWriter) {
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

extension AttributeValue: BundleWritable {
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
}
