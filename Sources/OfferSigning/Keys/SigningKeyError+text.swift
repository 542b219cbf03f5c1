extension SigningKeyError: CustomStringConvertible {
  /// The problem, and the next step.
  package var description: String { "\(message). \(help)" }

  /// The problem, in one sentence without its full stop.
  package var message: String {
    switch self {
    case .missingFile(let path): "there is no file \(path)"
    case .unreadableFile(let path, let reason): "\(path) cannot be read: \(reason)"
    case .readableByOthers(let path, let mode):
      "\(path) is open to others than its owner (mode bits \(octal(mode)))"
    case .notPEM: "this is not PEM text"
    case .notAKey(let label): "this is a PEM block of another kind: \(label)"
    case .publicKeyGiven: "this is a public key, and signing needs the private one"
    case .certificateGiven: "this is a certificate, not a private key"
    case .severalKeys: "there is more than one key in this text"
    case .rsaKey: "this is an RSA key, and offers are signed with an elliptic-curve key on P-256"
    case .wrongCurve(let seen):
      "this key is on the curve \(friendly(seen)), and offers are signed on P-256 (prime256v1)"
    case .encryptedWithoutPassphrase: "this key is protected by a passphrase, and none was given"
    case .wrongPassphrase: "the passphrase does not open this key"
    case .damagedKey(let reason): "this key cannot be decoded: \(reason)"
    case .invalidField(let error): error.message
    case .noKeys: "there is no key to sign with"
    case .duplicateKeyId(let id): "two keys have the id \(id)"
    case .generationFailed(let reason): "no key could be generated: \(reason)"
    }
  }

  /// The next step, in full sentences.
  package var help: String {
    switch self {
    case .missingFile: "Check the path; the file is called AuthKey_<key id>.p8 or similar."
    case .unreadableFile: "Give the path of a .p8 file that this user may read."
    case .readableByOthers(let path, _): "Run: chmod 600 \(path)"
    case .notPEM:
      "Use the .p8 file from App Store Connect as it is, from -----BEGIN to the end of the last line, line breaks included."
    case .notAKey, .certificateGiven, .publicKeyGiven:
      "Use the .p8 file of the In-App Purchase key (App Store Connect, Users and Access, Integrations); it starts with -----BEGIN PRIVATE KEY-----."
    case .severalKeys: "Keep one key in each file."
    case .rsaKey, .wrongCurve:
      "Use the In-App Purchase key from App Store Connect; no other key signs offers."
    case .encryptedWithoutPassphrase: "Give the passphrase together with the key."
    case .wrongPassphrase:
      "Check the passphrase; if it is right, the file is damaged, so fetch it from your backup."
    case .damagedKey: "The file may be cut short or edited; fetch it from your backup again."
    case .invalidField(let error): error.help
    case .noKeys: "Give at least one private key with its key id."
    case .duplicateKeyId: "Give each key the id that App Store Connect shows for it."
    case .generationFailed:
      "Check that this machine's libcrypto works: openssl ecparam -list_curves"
    }
  }

  private func octal(_ mode: UInt32) -> String { "0" + String(mode, radix: 8) }

  private func friendly(_ curve: String) -> String {
    switch curve {
    case "secp384r1": "P-384 (secp384r1)"
    case "secp521r1": "P-521 (secp521r1)"
    default: curve
    }
  }
}
