import Logging
package import PaywallAPI
import PaywallTextCoding

/// Doubts about the ids of a key: App Store Connect gives a key id of ten capital letters and
/// digits, and a UUID as the issuer id. Apple refuses others without saying why.
extension OfferKeyFile {
  /// One sentence each, without its end; empty if both may be right.
  package var doubts: [String] {
    if keyId.isUUID, let issuerId, Self.isKeyId(issuerId) {
      return [
        "the key id '\(keyId)' and the issuer id '\(issuerId)' are swapped: the issuer id is the UUID"
      ]
    }
    return [keyIdDoubt, issuerIdDoubt].compactMap(\.self)
  }

  package var keyIdDoubt: String? {
    guard !Self.isKeyId(keyId) else { return nil }
    if keyId.contains(where: \.isWhitespace) { return "the key id '\(keyId)' has a blank in it" }
    if keyId.contains(".") || keyId.contains("/") || keyId.contains("_") {
      return
        "the key id '\(keyId)' is the name of a file; the id is the part in it of ten letters and digits"
    }
    if keyId.isUUID { return "the key id '\(keyId)' is a UUID, as an issuer id is" }
    return "the key id '\(keyId)' is not ten capital letters and digits"
  }

  package var issuerIdDoubt: String? {
    guard let issuerId, !issuerId.isUUID else { return nil }
    if issuerId.contains(where: \.isWhitespace) {
      return "the issuer id '\(issuerId)' has a blank in it"
    }
    return "the issuer id '\(issuerId)' is no UUID"
  }

  private static func isKeyId(_ text: String) -> Bool {
    text.utf8.count == 10
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) }
  }
}

extension Settings {
  /// The doubts about the ids of all keys, each with its flag.
  package var keyDoubts: [String] {
    let offers = offerKeys.flatMap(\.doubts).map { "--offer-key: \($0)" }
    let asking = (appStoreKey?.key.doubts ?? []).map { "--app-store-key: \($0)" }
    return offers + asking
  }

  /// The same for readiness.
  package var keyReasons: [ReadinessReason] {
    keyDoubts.map { ReadinessReason("keyIdsImpossible", $0, .degrading) }
  }
}
