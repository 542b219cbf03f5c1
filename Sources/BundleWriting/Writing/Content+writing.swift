import PaywallBundles
import PaywallCatalog
import PaywallTextCoding

extension Content: BundleWritable {
  func write(to writer: inout BundleWriter) {
    switch self {
    case .null: writer.json.raw("null")
    case .boolean(let value): writer.json.boolean(value)
    case .integer(let number): writer.json.integer(number)
    // With a point or an exponent, so that 2.0 differs from 2.
    case .number(let number):
      number.isFinite ? writer.json.raw("\(number)".utf8) : writer.json.raw("null")
    case .text(let text): writer.json.string(text)
    case .list(let items): writer.list(items) { $1.write(to: &$0) }
    case .object(let members):
      let prefix = members.count == 1 && Self.isMark(members.first?.key ?? "") ? "$" : ""
      writer.object { writer in
        for member in members { writer.member(prefix + member.key, member.value) }
      }
    case .localised(let values): writer.object { $0.member(Self.mark, values) }
    }
  }
}
