import Foundation
import PaywallTextCoding

/// A value of a JSON text, with the bytes that it was written with.
struct JSONSlice {
  private let document: JSONDocument
  private let index: Int

  /// `nil` for a text that is no JSON by RFC 8259.
  init?(_ text: Data) {
    let limits = JSONLimits(
      depth: .containers(256), surrogates: .replaced, duplicates: .listed, numbers: .any)
    guard let document = try? JSONDocument(Array(text), limits) else { return nil }
    self.init(document, at: 0)
  }

  private init(_ document: JSONDocument, at index: Int) {
    self.document = document
    self.index = index
  }

  var bytes: [UInt8] { Array(document.bytes[document.nodes[index].wholeRange]) }

  /// The member of an object.
  subscript(name: String) -> JSONSlice? {
    guard document.nodes[index].kind == .object else { return nil }
    var at = index + 1
    while at < document.nodes[index].next {
      let (member, value) = (document.nodes[at], document.nodes[at + 1])
      if document.utf8(member).elementsEqual(name.utf8) { return JSONSlice(document, at: at + 1) }
      at = value.next
    }
    return nil
  }

  /// The elements of an array; none of anything else.
  var elements: [JSONSlice] {
    guard document.nodes[index].kind == .array else { return [] }
    var (elements, at) = ([JSONSlice](), index + 1)
    while at < document.nodes[index].next {
      elements.append(JSONSlice(document, at: at))
      at = document.nodes[at].next
    }
    return elements
  }
}
