import NIOCore

/// Follows the frames of an HTTP/2 connection (RFC 9113, 4.1), to know what the decoder keeps: a frame
/// whose end has not come, and headers whose last frame has not come. It passes DATA on as it comes.
struct FrameBoundary {
  private static let data: UInt8 = 0
  /// HEADERS, PUSH_PROMISE and CONTINUATION, which carry headers.
  private static let headerKinds: Set<UInt8> = [1, 5, 9]
  /// END_HEADERS.
  private static let endOfHeaders: UInt8 = 4

  /// A frame takes some microseconds.
  private static let mostFrames = 64

  /// Bytes still to come of what every client begins with (RFC 9113, 3.4).
  private var preface = 24
  /// The first nine bytes of the frame, as far as they came.
  private var head: [UInt8] = []
  /// Bytes still to come of the frame.
  private var rest = 0
  private var isInsideHeaders = false
  /// Headers ended in what was followed last.
  private var endsHeaders = false
  /// Bytes that the decoder keeps.
  private(set) var held = 0
  /// Frames, and headers over several, that are complete.
  private(set) var ends = 0

  /// Follows bytes up to the headers after the next ones, so that what belongs to a stream stays with its
  /// headers; at most some dozens of frames.
  ///
  /// - Returns: what was followed, taken from the front.
  mutating func follow(_ buffer: inout ByteBuffer) -> ByteBuffer {
    let bytes = buffer.readableBytesView
    var at = bytes.startIndex
    let before = ends
    endsHeaders = false
    while at < bytes.endIndex, !isOver(before, bytes[at...]) {
      let count = bytes.endIndex - at
      if preface > 0 {
        let taken = min(preface, count)
        preface -= taken
        at += taken
      } else if rest > 0 {
        let taken = min(rest, count)
        rest -= taken
        at += taken
        if head[3] != Self.data { held += taken }
        if rest == 0 { endFrame() }
      } else {
        head.append(bytes[at])
        at += 1
        held += 1
        if head.count == 9 { beginFrame() }
      }
    }
    let length = at - bytes.startIndex
    return buffer.readSlice(length: length) ?? ByteBuffer()
  }

  /// Whether bytes begin what is followed later.
  private func isOver(_ before: Int, _ next: ByteBufferView) -> Bool {
    guard preface == 0, rest == 0, head.isEmpty, !isInsideHeaders else { return false }
    if ends - before >= Self.mostFrames { return true }
    guard endsHeaders else { return false }
    return next.count < 4 || Self.headerKinds.contains(next[next.startIndex + 3])
  }

  /// Returns the number of headers that end in bytes that come next, up to a limit.
  func ends(in buffer: ByteBuffer, atMost most: Int) -> Int {
    var (boundary, rest, count) = (self, buffer, 0)
    while count < most, rest.readableBytes > 0 {
      _ = boundary.follow(&rest)
      if boundary.endsHeaders { count += 1 }
    }
    return count
  }

  private mutating func beginFrame() {
    rest = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
    if rest == 0 { endFrame() }
  }

  private mutating func endFrame() {
    if Self.headerKinds.contains(head[3]) {
      isInsideHeaders = head[4] & Self.endOfHeaders == 0
      endsHeaders = !isInsideHeaders
    }
    head.removeAll(keepingCapacity: true)
    guard !isInsideHeaders else { return }
    held = 0
    ends += 1
  }
}
