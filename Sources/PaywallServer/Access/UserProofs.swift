import Crypto
import OfferSigning
import PaywallTextCoding

/// The secrets with which the team's server proves its users' ids. A proof is the HMAC-SHA-256 of
/// the id's UTF-8 bytes under a secret, as 64 lower-case hexadecimal digits.
package struct UserProofs: Sendable {
  /// Bytes of a secret.
  package static let leastBytes = Settings.leastUserProofBytes

  private let secrets: [SymmetricKey]

  package init(secrets: [String] = []) {
    self.secrets = secrets.map { SymmetricKey(data: Array($0.utf8)) }
  }

  /// Reads files with one secret per line, without empty lines and those that begin with `#`. A
  /// secret is the text of its line, so that any language can use it without decoding.
  package init(files: [String]) throws(UserProofProblem) {
    var secrets: [String] = []
    for path in files {
      let text: String
      do throws(SigningKeyError) {
        text = try SigningKeyFile.secret(of: path)
      } catch {
        throw .unreadable(error.description)
      }
      let lines = text.split(whereSeparator: \.isNewline).map(Self.trimmed)
        .filter { !$0.isEmpty && !$0.hasPrefix("#") }
      guard !lines.isEmpty else { throw .empty(path: path) }
      for line in lines where line.utf8.count < Self.leastBytes {
        throw .tooShort(path: path, bytes: line.utf8.count)
      }
      secrets += lines
    }
    self.init(secrets: secrets)
  }

  package var isEmpty: Bool { secrets.isEmpty }

  /// All secrets in any order, to compare them with those of other servers; `nil` without any.
  var joined: [UInt8]? {
    guard !secrets.isEmpty else { return nil }
    let contents = secrets.map { secret in unsafe secret.withUnsafeBytes { unsafe Array($0) } }
    return Array(
      contents.sorted { $0.lexicographicallyPrecedes($1) }.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// The proof of an id under the first secret; `nil` without any.
  package func proof(of userId: String) -> String? {
    secrets.first.map {
      HMAC<SHA256>.authenticationCode(for: Array(userId.utf8), using: $0).hexadecimal
    }
  }

  /// Whether a proof was made for this id under any of the secrets. Tries every secret, and
  /// compares the whole length.
  package func accept(_ proof: String, of userId: String) -> Bool {
    guard let code = Self.bytes(ofHexadecimal: proof) else { return false }
    let id = Array(userId.utf8)
    var isAccepted = false
    for secret in secrets
    where HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: id, using: secret) {
      isAccepted = true
    }
    return isAccepted
  }

  private static func trimmed(_ line: Substring) -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    let start = line.drop(while: isSpace)
    return String(start.reversed().drop(while: isSpace).reversed())
  }

  private static func bytes(ofHexadecimal text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count == 2 * SHA256.byteCount,
      digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    return [UInt8](hexadecimal: text)
  }
}

/// Why a file of secrets cannot be used. Names paths and reasons, never a secret.
package enum UserProofProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable(String)
  case empty(path: String)
  case tooShort(path: String, bytes: Int)

  package var description: String {
    switch self {
    case .unreadable(let reason): reason
    case .empty(let path): "'\(path)' holds no secret"
    case .tooShort(let path, let bytes):
      "a secret in '\(path)' has \(bytes) bytes, and needs at least \(UserProofs.leastBytes)"
    }
  }
}
