import PaywallTextCoding

/// The form in which the ids of one person are compared when results join visitors and customers.
///
/// StoreKit's `appAccountToken` is stored as a UUID in lower case, while an app may send the same
/// user id in upper case (`UUID().uuidString`).
package enum JoinForm {
  /// A UUID in lower case; any other id as it is.
  package static func of(_ id: String) -> String {
    isUUID(id.utf8) ? id.lowercased() : id
  }

  /// The spellings in which apps and StoreKit send an id: a UUID in lower and in upper case, too.
  package static func spellings(of id: String) -> [String] {
    guard isUUID(id.utf8) else { return [id] }
    let others = [id.lowercased(), id.uppercased()].filter { !$0.hasSameUTF8(as: id) }
    return [id] + others
  }

  /// Whether it has the form 8-4-4-4-12, in any letter case.
  private static func isUUID(_ text: String.UTF8View) -> Bool {
    guard text.count == 36 else { return false }
    return text.enumerated().allSatisfy { index, byte in
      switch index {
      case 8, 13, 18, 23: byte == UInt8(ascii: "-")
      default:
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
      }
    }
  }
}
