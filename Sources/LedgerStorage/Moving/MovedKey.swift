package import Ledger
import PaywallTextCoding

/// The key of a row as text, in which a move notes how far it came.
package enum MovedKey {
  package static func text(of key: [SQLValue]) -> String {
    key.map { value in
      switch value {
      case .null: "n"
      case .integer(let number): "i\(number)"
      case .text(let text): "t\(Array(text.utf8).hexadecimal)"
      case .bytes(let bytes): "b\(bytes.hexadecimal)"
      }
    }.joined(separator: " ")
  }

  package static func key(of text: String) throws -> [SQLValue] {
    try text.split(separator: " ").map { part in
      let rest = part.dropFirst()
      switch part.first {
      case "n": return .null
      case "i": if let number = Int64(rest) { return .integer(number) }
      case "t":
        if let bytes = [UInt8](hexadecimal: String(rest)) {
          return .text(String(decoding: bytes, as: UTF8.self))
        }
      case "b": if let bytes = [UInt8](hexadecimal: String(rest)) { return .bytes(bytes) }
      default: break
      }
      throw UnreadableRow("'\(part)' is no part of a key")
    }
  }
}
