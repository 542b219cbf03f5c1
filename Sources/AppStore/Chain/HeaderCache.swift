import Synchronization
import TextCoding

/// Headers that were checked, so that a warm verification costs one signature. A header is
/// kept only after a signature under it was good, so only Apple can fill the cache.
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

  /// Takes the place of the oldest when full.
  func insert(_ header: TrustedHeader) {
    headers.withLock { headers in
      guard !headers.contains(where: { $0.bytes == header.bytes }) else { return }
      if headers.count == Self.limit { headers.removeFirst() }
      headers.append(header)
    }
  }
}
