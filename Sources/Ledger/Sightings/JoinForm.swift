import PaywallTextCoding

/// The form in which the ids of one person are compared when results join visitors and customers.
///
/// StoreKit's `appAccountToken` is stored as a UUID in lower case, while an app may send the same
/// user id in upper case (`UUID().uuidString`).
package enum JoinForm {
  /// A UUID in lower case; any other id as it is.
  package static func of(_ id: String) -> String {
    id.isUUID ? id.lowercased() : id
  }

  /// The spellings in which apps and StoreKit send an id: a UUID in lower and in upper case, too.
  package static func spellings(of id: String) -> [String] {
    guard id.isUUID else { return [id] }
    let others = [id.lowercased(), id.uppercased()].filter { !$0.hasSameUTF8(as: id) }
    return [id] + others
  }
}
