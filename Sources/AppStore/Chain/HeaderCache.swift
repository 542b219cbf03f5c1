import PaywallTextCoding
import Synchronization

/// Checked headers, so that a cached verification costs one signature check. A header is stored
/// only after a valid signature under it, so only Apple can fill the cache.
final class HeaderCache: Sendable {
  /// Apple signs with a handful of leaf certificates at a time, each under one header.
  static let limit = 32

  private let headers = Mutex<[TrustedHeader]>([])

  var count: Int { headers.withLock(\.count) }

  /// The header with exactly these bytes.
  func header(_ bytes: ArraySlice<UInt8>) -> TrustedHeader? {
    headers.withLock { headers in
      headers.first { $0.bytes.isSame(as: bytes) }
    }
  }

  /// Replaces the oldest one if full.
  func insert(_ header: TrustedHeader) {
    headers.withLock { headers in
      guard !headers.contains(where: { $0.bytes == header.bytes }) else { return }
      if headers.count == Self.limit { headers.removeFirst() }
      headers.append(header)
    }
  }
}
