import Synchronization

/// Headers and certificates that were checked, so that a warm verification costs one signature. Only
/// headers under which a signature was good are kept, and only chains that lead to a trusted root:
/// nobody but Apple can fill it.
final class ChainCache: Sendable {
  /// Apple signs with a handful of leaf certificates at a time, each under one header.
  static let limit = 32

  private let headers = Mutex<[TrustedHeader]>([])
  private let signers = Mutex<[(certificates: [[UInt8]], signer: Signer)]>([])

  var count: Int { headers.withLock(\.count) }

  /// The header with exactly these bytes.
  func header(_ bytes: ArraySlice<UInt8>) -> TrustedHeader? {
    headers.withLock { headers in
      headers.first { $0.bytes.isSame(as: bytes) }
    }
  }

  /// Who signs with these certificates, whatever else the header says.
  func signer(_ certificates: [[UInt8]]) -> Signer? {
    signers.withLock { signers in signers.first { $0.certificates == certificates }?.signer }
  }

  /// Also before any signature: whoever sends Apple's certificates with a bad signature costs no
  /// second check of the chain.
  func insert(_ signer: Signer, of certificates: [[UInt8]]) {
    signers.withLock { signers in
      guard !signers.contains(where: { $0.certificates == certificates }) else { return }
      if signers.count == Self.limit { signers.removeFirst() }
      signers.append((certificates, signer))
    }
  }

  /// Takes the place of the oldest when full.
  func insert(_ header: TrustedHeader) {
    headers.withLock { headers in
      guard !headers.contains(where: { $0.bytes == header.bytes }) else { return }
      if headers.count == Self.limit { headers.removeFirst() }
      headers.append(header)
    }
  }
}
