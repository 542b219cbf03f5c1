import PaywallCatalog
import PaywallKit

extension JSONValue {
  /// The same value in the words of the catalog; members of objects by name.
  var content: Content {
    switch self {
    case .null: .null
    case .boolean(let value): .boolean(value)
    case .integer(let number): .integer(number)
    case .number(let number): .number(number)
    case .string(let text): .text(text)
    case .array(let values): .list(values.map(\.content))
    case .object(let members):
      .object(
        members.sorted { $0.key < $1.key }.map { Content.Member($0.key, $0.value.content) })
    }
  }
}
