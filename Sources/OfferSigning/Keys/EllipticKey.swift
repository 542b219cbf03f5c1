import COpenSSL

/// A private or public key of libcrypto, with its prepared digest contexts.
///
/// `@unchecked Sendable`: after `init` the key and both contexts are only read. Every signature and
/// verification uses its own copy of a context; copying only increments reference counts, which
/// libcrypto does atomically.
@safe
final class EllipticKey: @unchecked Sendable {
  private let key: OpaquePointer
  private let signing: OpaquePointer?
  private let verifying: OpaquePointer

  /// Takes over the reference to `key`; frees it also when this throws.
  init(owning key: OpaquePointer, isPrivate: Bool) throws(LibcryptoError) {
    guard let verifying = unsafe EVP_MD_CTX_new() else {
      unsafe EVP_PKEY_free(key)
      throw LibcryptoError.latest()
    }
    let signing = isPrivate ? unsafe EVP_MD_CTX_new() : nil
    unsafe self.key = key
    unsafe self.verifying = verifying
    unsafe self.signing = signing
    // From here `deinit` frees all three.
    guard unsafe EVP_DigestVerifyInit_ex(verifying, nil, "SHA256", nil, nil, key, nil) == 1 else {
      throw LibcryptoError.latest()
    }
    guard let signing = unsafe signing else { return }
    guard unsafe EVP_DigestSignInit_ex(signing, nil, "SHA256", nil, nil, key, nil) == 1 else {
      throw LibcryptoError.latest()
    }
  }

  deinit {
    unsafe EVP_MD_CTX_free(signing)
    unsafe EVP_MD_CTX_free(verifying)
    unsafe EVP_PKEY_free(key)
  }

  /// A fresh P-256 key pair.
  static func random() throws(LibcryptoError) -> EllipticKey {
    guard let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else {
      throw LibcryptoError.latest()
    }
    defer { unsafe EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    guard unsafe EVP_PKEY_keygen_init(context) == 1,
      unsafe EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
      unsafe EVP_PKEY_generate(context, &key) == 1, let key = unsafe key
    else { throw LibcryptoError.latest() }
    return unsafe try EllipticKey(owning: key, isPrivate: true)
  }

  /// The ECDSA signature of the SHA-256 of `message`, as ASN.1 DER (at most 72 bytes).
  func sign(_ message: [UInt8]) throws(LibcryptoError) -> [UInt8] {
    guard let signing = unsafe signing, let context = unsafe EVP_MD_CTX_new() else {
      throw LibcryptoError(reason: "there is no private key to sign with")
    }
    defer { unsafe EVP_MD_CTX_free(context) }
    var length = 72
    var signature = [UInt8](repeating: 0, count: length)
    guard unsafe EVP_MD_CTX_copy_ex(context, signing) == 1,
      unsafe EVP_DigestSign(context, &signature, &length, message, message.count) == 1
    else { throw LibcryptoError.latest() }
    signature.removeLast(signature.count - length)
    return signature
  }

  /// Whether `signature` (ASN.1 DER) is this key's over the `digest` of `message`.
  func verify(_ signature: [UInt8], over message: [UInt8], digest: Digest = .sha256) -> Bool {
    guard let context = unsafe EVP_MD_CTX_new() else { return false }
    defer {
      unsafe EVP_MD_CTX_free(context)
      ERR_clear_error()
    }
    let ready =
      digest == .sha256
      ? unsafe EVP_MD_CTX_copy_ex(context, verifying)
      : unsafe EVP_DigestVerifyInit_ex(context, nil, digest.rawValue, nil, nil, key, nil)
    guard ready == 1 else { return false }
    return unsafe EVP_DigestVerify(
      context, signature, signature.count, message, message.count) == 1
  }

  /// The public half as DER (SubjectPublicKeyInfo).
  var publicKeyDER: [UInt8] {
    let length = unsafe i2d_PUBKEY(key, nil)
    guard length > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      var next = buffer.baseAddress
      count = max(0, Int(unsafe i2d_PUBKEY(key, &next)))
    }
  }
}

/// The hash functions that signers have used; Apple requires SHA-256. Raw values are libcrypto's
/// names.
enum Digest: String, CaseIterable {
  case sha256 = "SHA256"
  case sha1 = "SHA1"
  case sha224 = "SHA224"
  case sha384 = "SHA384"
  case sha512 = "SHA512"

  /// The hash of `bytes`; empty only if libcrypto does not offer this function.
  func hash(_ bytes: [UInt8]) -> [UInt8] {
    var length = 0
    var hash = [UInt8](repeating: 0, count: 64)
    guard unsafe EVP_Q_digest(nil, rawValue, nil, bytes, bytes.count, &hash, &length) == 1 else {
      ERR_clear_error()
      return []
    }
    return Array(hash.prefix(length))
  }
}
