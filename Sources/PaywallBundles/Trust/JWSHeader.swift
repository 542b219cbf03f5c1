import PaywallCatalog
import PaywallTextCoding

/// One JSON object of a JWS, read strictly: canonical base64url, no repeated member.
struct JWSObject {
  let reader: BundleReader

  /// `nil` if it is none, or longer than 4 KiB.
  init?(base64url text: some Collection<UInt8>) {
    guard text.count <= 5462, let bytes = Base64.decode(text, .url),
      let node = try? BundleNode(json: bytes), case .object = node.value
    else { return nil }
    reader = BundleReader(node)
  }

  func text(_ name: String) -> String? { try? reader.read(name, as: String.self) }

  /// Whole seconds since 1970, as NumericDate of RFC 7519, before the year 10000.
  func moment(_ name: String) -> Timestamp? {
    guard let seconds = try? reader.read(name, as: Int64.self),
      (0..<253_402_300_800).contains(seconds)
    else { return nil }
    return Timestamp(milliseconds: seconds * 1000)
  }

  func has(_ name: String) -> Bool { reader.node[name] != nil }
}

extension Timestamp {
  /// Whole seconds since 1970, rounded down, never before it.
  package var seconds: Int64 { max(0, milliseconds) / 1000 }
}
