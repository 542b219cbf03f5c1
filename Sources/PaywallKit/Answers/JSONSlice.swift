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
    return document.names(of: index)
      .first { document.utf8(document.nodes[$0]).elementsEqual(name.utf8) }
      .map { JSONSlice(document, at: $0 + 1) }
  }

  /// The elements of an array; none of anything else.
  var elements: [JSONSlice] {
    guard document.nodes[index].kind == .array else { return [] }
    return document.elements(of: index).map { JSONSlice(document, at: $0) }
  }
}
