import COpenSSL

/// An error of libcrypto with its own reason, which never contains key material.
struct LibcryptoError: Error, Equatable {
  let reason: String

  /// The newest entry of this thread's error queue; the queue is empty afterwards.
  static func latest() -> LibcryptoError {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    guard let reason = unsafe ERR_reason_error_string(code) else {
      return LibcryptoError(reason: "libcrypto gave no reason")
    }
    return LibcryptoError(reason: unsafe String(cString: reason))
  }
}
