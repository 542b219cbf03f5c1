import Catalog
@testable import AppStore

extension JSONTree {
  /// What the verifier of Apple's texts reads; for a refusal its words.
  static func appStore(_ bytes: [UInt8]) -> Result<JSONTree, Finding> {
    do throws(JSONFault) {
      // The members that are asked for by name have to be found, and only they.
      let object = try JSONObject(bytes)
      _ = object.string("a") ?? object.text("a").map(\.text)
      _ = object.integer("a") ?? object.lenientDate("a")?.milliseconds
      _ = object.texts("a")?.count ?? object.strings("a")?.count
      let nodes = try JSONScanner(bytes).nodes
      return .success(JSONTree(nodes, at: 0, in: bytes))
    } catch {
      return .failure(Finding(error.description))
    }
  }

  private init(_ nodes: [JSONNode], at index: Int, in bytes: [UInt8]) {
    let node = nodes[index]
    switch node.kind {
    case .null: self = .null
    case .yes: self = .flag(true)
    case .no: self = .flag(false)
    case .text, .escapedText: self = .text(node.text(in: bytes) ?? [])
    case .number:
      let digits = Array(bytes[node.range]).text
      self = Int64(digits).map(JSONTree.integer) ?? .number(Double(digits) ?? .nan)
    case .array:
      var (items, at) = ([JSONTree](), index + 1)
      while at < node.next {
        items.append(JSONTree(nodes, at: at, in: bytes))
        at = nodes[at].next
      }
      self = .list(items)
    case .object:
      var (members, at) = ([Member](), index + 1)
      while at < node.next {
        members.append(
          Member(
            name: nodes[at].text(in: bytes) ?? [], value: JSONTree(nodes, at: at + 1, in: bytes)))
        at = nodes[at + 1].next
      }
      self = .object(members)
    }
  }
}
