/// The keys of a service: the first signs, all of them verify.
///
/// To replace a key, put the new one first and keep the old one until its signatures have expired.
package struct KeyRing: Sendable {
  /// The key that signs.
  package let signing: SigningKey
  /// Every key, the signing one first.
  package let verifying: [VerificationKey]

  /// The keys of `publicOnly` verify and cannot sign.
  package init(
    _ keys: [SigningKey], publicOnly: [VerificationKey] = []
  ) throws(SigningKeyError) {
    guard let first = keys.first else { throw .noKeys }
    signing = first
    verifying = keys.map(\.verificationKey) + publicOnly
    var seen: Set<[UInt8]> = []
    for key in verifying where !seen.insert(Array(key.id.utf8)).inserted {
      throw .duplicateKeyId(key.id)
    }
  }
}
