import Foundation
import PaywallTextCoding

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// SHA-256 of texts or bytes, to name and compare them.
enum Fingerprint {
  /// 16 hexadecimal digits for several texts. The lengths are part of it, so that `ab`, `c` and
  /// `a`, `bc` differ.
  static func short(of texts: String?...) -> String {
    var bytes: [UInt8] = []
    for text in texts {
      bytes += Array("\(text.map { $0.utf8.count } ?? -1):".utf8)
      bytes += Array((text ?? "").utf8)
    }
    return SHA256.hash(data: Data(bytes)).prefix(8).hexadecimal
  }

  /// The first 32 hexadecimal digits.
  static func half(of bytes: [UInt8]) -> String {
    SHA256.hash(data: Data(bytes)).prefix(16).hexadecimal
  }

  /// All 64 hexadecimal digits.
  static func full(of bytes: [UInt8]) -> String {
    SHA256.hash(data: Data(bytes)).hexadecimal
  }
}
