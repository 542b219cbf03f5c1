import PaywallTextCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension UUID {
  /// The 36 characters in lower case, as Apple's formats have them; `uuidString` is in upper case.
  var lowercaseText: String {
    let id = uuid
    let bytes = [
      id.0, id.1, id.2, id.3, id.4, id.5, id.6, id.7, id.8, id.9, id.10, id.11, id.12, id.13,
      id.14, id.15,
    ]
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 6 || index == 8 || index == 10 { text.append(UInt8(ascii: "-")) }
      text.append(hexadecimal: CollectionOfOne(byte))
    }
    return String(decoding: text, as: UTF8.self)
  }
}
