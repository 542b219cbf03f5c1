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
    return Hexadecimal.text(bytes, hyphensBefore: 4, 6, 8, 10)
  }
}
