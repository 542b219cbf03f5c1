import HTTPTypes
import NIOCore

/// The rules for all bodies of a server.
package struct BodyRules: Sendable {
  let budget: BodyBudget
  let proxies: TrustedProxies
  /// Bodies to this path count towards the reserved share.
  let reservedPath: [UInt8]?

  package init(budget: BodyBudget, proxies: TrustedProxies, reservedPath: String? = nil) {
    self.budget = budget
    self.proxies = proxies
    self.reservedPath = reservedPath.map { Array($0.utf8) }
  }
}

/// The body of the request that a connection, or a stream of HTTP/2, receives: counted as it comes.
struct IncomingBody {
  private let rules: BodyRules
  /// Outlives the connection for as long as somebody is at its request.
  var reservation: BodyReservation
  private var head: HTTPRequest?
  private var count = 0
  /// By how much its short parts are shorter than `leastPart`.
  private var shortage = 0
  /// Came since the last part that went on.
  private var waiting: ByteBuffer?

  /// Bytes. A part costs time however short it is, so 4,096 parts of a byte are as much as may come.
  static let leastPart = 256

  init(_ rules: BodyRules, _ reservation: BodyReservation) {
    self.rules = rules
    self.reservation = reservation
  }

  /// A request begins.
  ///
  /// - Returns: why what it announces is not received. What is announced is not held: whoever
  ///   announces much and sends nothing takes nothing from others.
  mutating func begin(_ head: HTTPRequest, _ channel: any Channel) -> Refusal? {
    self.head = head
    (count, shortage, waiting) = (0, 0, nil)
    guard let announced = head.headerFields[.contentLength].flatMap(Int.init),
      announced > BodyBudget.free, announced <= ConnectionLimits.largestBody
    else { return nil }
    return reservation.hasRoom(for: announced, share, owner(on: channel))
      ? nil : .bodyBudgetExceeded
  }

  /// - Returns: why it is not received.
  mutating func receive(_ part: ByteBuffer, _ channel: any Channel) -> Refusal? {
    count += part.readableBytes
    shortage += max(0, Self.leastPart - part.readableBytes)
    guard count <= ConnectionLimits.largestBody, shortage <= ConnectionLimits.largestBody else {
      return .bodyTooLarge
    }
    guard reservation.hold(count, share, owner(on: channel)) else { return .bodyBudgetExceeded }
    if waiting == nil { waiting = part } else { waiting?.writeImmutableBuffer(part) }
    return nil
  }

  /// What came since, as one part.
  mutating func next() -> ByteBuffer? {
    defer { waiting = nil }
    return waiting
  }

  /// The request is answered, and nobody reads it any more.
  mutating func release() {
    waiting = nil
    reservation.release()
  }

  private var share: BodyBudget.Share {
    guard let reserved = rules.reservedPath else { return .general }
    let path = (head?.path ?? "").utf8.prefix { $0 != UInt8(ascii: "?") }
    return path.elementsEqual(reserved) ? .reserved : .general
  }

  private func owner(on channel: any Channel) -> ClientAddress {
    let peer = ClientAddress(channel)
    return (head.map { rules.proxies.client(of: $0, peer: peer) } ?? peer).network
  }
}

/// The request ended before its body was whole: it is no request (RFC 9112, 8).
package struct IncompleteRequest: Error {
  package init() {}
}
