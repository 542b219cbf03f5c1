import YAMLText

@testable import CatalogFiles

extension JSONTree {
  /// Reads an Xcode file; a failure has the words of the refusal. `nil` for bytes that are no text.
  static func storeKit(_ bytes: [UInt8]) -> Result<JSONTree, Finding>? {
    let (source, refusal) = SourceText.decoded(bytes, path: "x.storekit")
    guard refusal == nil else { return nil }
    let (root, diagnostics) = JSONReader.read(source)
    if let message = diagnostics.first?.message { return .failure(Finding(message)) }
    return root.map { .success(JSONTree($0)) } ?? .failure(Finding("it says nothing"))
  }

  private init(_ node: Node) {
    switch node.value {
    case .scalar(let scalar):
      if scalar.style != .plain {
        self = .text(Array(scalar.text.utf8))
      } else if let number = Double(scalar.text) {
        self = Int64(scalar.text).map(JSONTree.integer) ?? .number(number)
      } else {
        self = scalar.text == "null" ? .null : .flag(scalar.text == "true")
      }
    case .sequence(let items, _): self = .list(items.map(JSONTree.init))
    case .mapping(let entries, _):
      self = .object(
        entries.map { Member(name: Array($0.key.utf8), value: JSONTree($0.value)) })
    }
  }
}
