import HTTPTypes
import NIOCore

/// How the server counts request bodies.
package struct BodyRules: Sendable {
  let budget: BodyBudget
  let proxies: TrustedProxies
  /// Bodies to this path use the reserved share.
  let reservedPath: [UInt8]?

  package init(budget: BodyBudget, proxies: TrustedProxies, reservedPath: String? = nil) {
    self.budget = budget
    self.proxies = proxies
    self.reservedPath = reservedPath.map { Array($0.utf8) }
  }
}

/// The body of the request that a connection, or a stream of HTTP/2, is receiving; counted as it
/// arrives.
struct IncomingBody {
  private let rules: BodyRules
  private let peer: ClientAddress
  /// Kept by `RequestHandler` until no route works on the request.
  let reservation: BodyReservation
  private var head: HTTPRequest?
  private var count = 0
  /// The bytes that all short parts lack to `leastPart`.
  private var shortage = 0
  /// Received since the last part that was forwarded.
  private var pending: ByteBuffer?
  /// When the body last grew by enough, and the bytes that it needs for the next time.
  private var progress = (at: NIODeadline.distantPast, next: 0)

  /// Bytes. A part takes time however short it is, so at most 4,096 parts of one byte are accepted.
  static let leastPart = 256
  /// Bytes, or a sixteenth of the received ones, if that is more: less of a body is no progress. A
  /// body that holds much must therefore send much.
  private static let step = 1024

  init(_ rules: BodyRules, _ peer: ClientAddress, _ reservation: BodyReservation) {
    self.rules = rules
    self.peer = peer
    self.reservation = reservation
  }

  /// A request begins.
  ///
  /// - Returns: why the body that it announces is refused. An announced body reserves nothing, so a
  ///   client that announces much and sends nothing takes nothing from others.
  mutating func begin(_ head: HTTPRequest, at now: NIODeadline) -> Refusal? {
    self.head = head
    (count, shortage, pending) = (0, 0, nil)
    progress = (now, Self.step)
    guard let announced = head.headerFields[.contentLength].flatMap(Int.init),
      announced > BodyBudget.freeBytes, announced <= ConnectionLimits.largestBody
    else { return nil }
    return reservation.hasRoom(for: announced, share, owner, at: now)
      ? nil : .bodyBudgetExceeded
  }

  /// - Returns: why the body is refused.
  mutating func receive(_ part: ByteBuffer, at now: NIODeadline) -> Refusal? {
    count += part.readableBytes
    shortage += max(0, Self.leastPart - part.readableBytes)
    guard count <= ConnectionLimits.largestBody, shortage <= ConnectionLimits.largestBody else {
      return .bodyTooLarge
    }
    if count >= progress.next {
      progress = (now, count + max(Self.step, count / 16))
      reservation.noteProgress(at: now)
    }
    guard reservation.grow(to: count, share, owner, at: now) else {
      return .bodyBudgetExceeded
    }
    if pending == nil { pending = part } else { pending?.writeImmutableBuffer(part) }
    return nil
  }

  /// Bytes of a head that is not complete, which the decoder keeps; they count as a body's.
  ///
  /// - Returns: why they are refused.
  func receive(headOf bytes: Int, at now: NIODeadline) -> Refusal? {
    reservation.grow(to: bytes, .general, peer.network, at: now) ? nil : .bodyBudgetExceeded
  }

  /// The last progress of a body that is counted; `nil` for a small one, which holds nothing up.
  var lastProgress: NIODeadline? { count > BodyBudget.freeBytes ? progress.at : nil }

  /// All bytes since the last call, as one part.
  mutating func next() -> ByteBuffer? {
    defer { pending = nil }
    return pending
  }

  /// The request is answered; its body is not read any more.
  mutating func release() {
    pending = nil
    reservation.release()
  }

  private var share: BodyBudget.Share {
    guard let reserved = rules.reservedPath else { return .general }
    let path = (head?.path ?? "").utf8.prefix { $0 != UInt8(ascii: "?") }
    return path.elementsEqual(reserved) ? .reserved : .general
  }

  private var owner: ClientAddress {
    (head.map { rules.proxies.client(of: $0, peer: peer) } ?? peer).network
  }
}

/// The request ended before its body was complete; it must not be processed (RFC 9112, 8).
package struct IncompleteRequest: Error {
  package init() {}
}
