import COpenSSL

extension EllipticKey {
  /// The key in one PEM block.
  ///
  /// - Parameter passphrase: used only by an encrypted block. There is never a prompt.
  convenience init(_ block: PEMBlock, passphrase: String?) throws(SigningKeyError) {
    if block.isEncrypted && passphrase == nil { throw .encryptedWithoutPassphrase }
    try block.checkIterations()
    let key: OpaquePointer
    do throws(LibcryptoError) {
      unsafe key = try EllipticKey.decode(block, passphrase: passphrase)
    } catch {
      throw block.isEncrypted ? .wrongPassphrase : .damagedKey(reason: error.reason)
    }
    if let refusal = unsafe EllipticKey.refusal(of: key, isPrivate: block.kind == .privateKey) {
      unsafe EVP_PKEY_free(key)
      throw refusal
    }
    do throws(LibcryptoError) {
      unsafe try self.init(owning: key, isPrivate: block.kind == .privateKey)
    } catch {
      throw .damagedKey(reason: error.reason)
    }
  }

  private static func decode(
    _ block: PEMBlock, passphrase: String?
  ) throws(LibcryptoError) -> OpaquePointer {
    let text = Array(block.text.utf8)
    guard let input = unsafe BIO_new_mem_buf(text, Int32(clamping: text.count)) else {
      throw LibcryptoError.latest()
    }
    defer { unsafe BIO_free(input) }
    var passphrase = Array((passphrase ?? "").utf8CString)
    // Without a callback libcrypto would prompt on the terminal, and a server would wait for ever.
    let key =
      block.kind == .privateKey
      ? unsafe PEM_read_bio_PrivateKey(input, nil, answerWithPassphrase, &passphrase)
      : unsafe PEM_read_bio_PUBKEY(input, nil, answerWithPassphrase, &passphrase)
    guard let key = unsafe key else { throw LibcryptoError.latest() }
    ERR_clear_error()
    return unsafe key
  }

  /// Why `key` cannot sign offers: RSA, another curve, or a public key that does not match the
  /// private one.
  private static func refusal(of key: OpaquePointer, isPrivate: Bool) -> SigningKeyError? {
    defer { ERR_clear_error() }
    let type = unsafe EVP_PKEY_get0_type_name(key).map { unsafe String(cString: $0) } ?? "unknown"
    if type.hasPrefix("RSA") { return .rsaKey }
    guard type == "EC" else { return .wrongCurve(seen: type) }
    let curve = unsafe curveName(of: key)
    guard curve == "prime256v1" else { return .wrongCurve(seen: curve) }
    guard isPrivate else { return nil }
    guard let check = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else {
      return .damagedKey(reason: LibcryptoError.latest().reason)
    }
    defer { unsafe EVP_PKEY_CTX_free(check) }
    return unsafe EVP_PKEY_pairwise_check(check) == 1
      ? nil : .damagedKey(reason: "its private and public halves do not belong together")
  }

  private static func curveName(of key: OpaquePointer) -> String {
    var name = [CChar](repeating: 0, count: 80)
    var length = 0
    guard unsafe EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1 else {
      return "explicit parameters"
    }
    return String(decoding: name.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// libcrypto's passphrase callback: copies the passphrase, a text that ends with a zero byte, or
/// returns -1 if it is too long.
private func answerWithPassphrase(
  buffer: UnsafeMutablePointer<CChar>?, size: Int32, isWriting: Int32,
  passphrase: UnsafeMutableRawPointer?
) -> Int32 {
  guard let buffer = unsafe buffer,
    let passphrase = unsafe passphrase?.assumingMemoryBound(to: CChar.self)
  else { return -1 }
  var count: Int32 = 0
  while unsafe passphrase[Int(count)] != 0 {
    guard count < size else { return -1 }
    unsafe buffer[Int(count)] = passphrase[Int(count)]
    count += 1
  }
  return count
}
