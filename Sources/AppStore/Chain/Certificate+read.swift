import SwiftASN1
import X509

extension Certificate {
  /// Reads DER, or PEM with one certificate or several.
  static func read(_ file: [UInt8]) -> [Certificate]? {
    do {
      if file.first == 0x30 { return [try Certificate(derEncoded: file)] }
      let documents = try PEMDocument.parseMultiple(
        pemString: String(decoding: file, as: UTF8.self))
      let certificates = try documents.map { try Certificate(pemDocument: $0) }
      return certificates.isEmpty ? nil : certificates
    } catch {
      return nil
    }
  }

  /// The bytes as they are sent in `x5c`.
  func der() throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.serialize(self)
    return serializer.serializedBytes
  }
}
