/// A name behind a dollar in a story: `$transaction`, `$ada.transaction`, `$bought`.
package struct Reference: Hashable, Sendable {
  package var customer: String?
  package var name: String

  /// The members of each customer; a name without a customer means the one of the last cause.
  package static let members = [
    "appTransactionId", "originalTransaction", "product", "signedAppTransaction",
    "signedRenewalInfos", "signedTransactions", "transaction",
  ]

  /// A text in parts.
  enum Part {
    case text(String)
    case reference(Reference)
  }

  static func isName(_ text: String) -> Bool {
    text.first?.isASCIILetter == true && text.allSatisfy(\.isPartOfName)
  }

  static func all(in text: String) -> [Reference] {
    parts(of: text).compactMap {
      guard case .reference(let reference) = $0 else { return nil }
      return reference
    }
  }

  /// A dollar that no letter follows is a dollar, and `$$` is one.
  static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    while let first = rest.popFirst() {
      guard first == "$" else {
        plain.append(first)
        continue
      }
      if rest.first == "$" {
        plain.append(rest.removeFirst())
        continue
      }
      guard rest.first?.isASCIILetter == true else {
        plain.append(first)
        continue
      }
      var reference = Reference(name: takeName(&rest))
      let behind = rest.dropFirst()
      if rest.first == ".", behind.first?.isASCIILetter == true {
        rest = behind
        reference = Reference(customer: reference.name, name: takeName(&rest))
      }
      if !plain.isEmpty { parts.append(.text(plain)) }
      plain = ""
      parts.append(.reference(reference))
    }
    return plain.isEmpty ? parts : parts + [.text(plain)]
  }

  private static func takeName(_ text: inout Substring) -> String {
    let name = text.prefix(while: \.isPartOfName)
    text = text[name.endIndex...]
    return String(name)
  }
}

extension Character {
  fileprivate var isASCIILetter: Bool { isASCII && isLetter }
  fileprivate var isPartOfName: Bool { isASCII && (isLetter || isNumber || self == "_") }
}
