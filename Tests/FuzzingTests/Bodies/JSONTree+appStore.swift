import PaywallCatalog
import PaywallTextCoding
@testable import AppStore

extension JSONTree {
  /// Reads bytes as the verifier of Apple's texts does; a failure has the words of the refusal.
  static func appStore(_ bytes: [UInt8]) -> Result<JSONTree, Finding> {
    do throws(JSONFault) {
      // The members that are asked for by name must be found, and no others.
      let object = try JSONObject(bytes)
      _ = object.string("a") ?? object.text("a").map(\.text)
      _ = object.integer("a") ?? object.lenientDate("a")?.milliseconds
      _ = object.texts("a")?.count ?? object.strings("a")?.count
      guard let document = try? JSONDocument(bytes, JSONObject.limits) else {
        return .failure(Finding("another reader than that of the object"))
      }
      return .success(JSONTree(document, at: 0))
    } catch {
      return .failure(Finding(error.description))
    }
  }

  private init(_ document: JSONDocument, at index: Int) {
    let node = document.nodes[index]
    switch node.kind {
    case .null: self = .null
    case .true: self = .flag(true)
    case .false: self = .flag(false)
    case .string, .escapedString: self = .text(document.utf8(node))
    case .integer, .decimal:
      self =
        switch document.number(node) {
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        }
    case .array:
      self = .list(document.elements(of: index).map { JSONTree(document, at: $0) })
    case .object:
      self = .object(
        document.names(of: index).map { at in
          Member(name: document.utf8(document.nodes[at]), value: JSONTree(document, at: at + 1))
        })
    }
  }
}
