import NIOCore

/// A plain request of which a part of the body is still to come, kept beside the socket: a head of
/// at most `HeaderLimits.bytes` and a body of at most `BodyBudget.freeBytes`, which no budget counts.
struct PartialRequest {
  private(set) var bytes: ByteBuffer
  private var lacking: Int
  /// When its first bytes came.
  let since: NIODeadline

  init(_ bytes: ByteBuffer, lacking: Int, since: NIODeadline) {
    // A copy, because what a socket reads into is larger.
    self.bytes = ByteBuffer()
    self.bytes.reserveCapacity(bytes.readableBytes + lacking)
    self.bytes.writeImmutableBuffer(bytes)
    self.lacking = lacking
    self.since = since
  }

  /// - Returns: all bytes, once the body is whole.
  mutating func append(_ more: ByteBuffer) -> ByteBuffer? {
    bytes.writeImmutableBuffer(more)
    lacking -= more.readableBytes
    return lacking <= 0 ? bytes : nil
  }
}
