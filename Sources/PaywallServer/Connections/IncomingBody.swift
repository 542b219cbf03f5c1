import HTTPTypes
import NIOCore
import PaywallAPI

/// The rules for all bodies of a server.
package struct BodyRules: Sendable {
  let budget: BodyBudget
  let proxies: TrustedProxies

  package init(budget: BodyBudget, proxies: TrustedProxies) {
    self.budget = budget
    self.proxies = proxies
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
  mutating func begin(_ head: HTTPRequest, _ channel: any Channel) -> Problem? {
    self.head = head
    (count, shortage, waiting) = (0, 0, nil)
    guard let announced = head.headerFields[.contentLength].flatMap(Int.init),
      announced > BodyBudget.free, announced <= ConnectionLimits.largestBody
    else { return nil }
    return reservation.hasRoom(for: announced, share, owner(on: channel)) ? nil : .noRoomForBody
  }

  /// - Returns: why it is not received.
  mutating func receive(_ part: ByteBuffer, _ channel: any Channel) -> Problem? {
    count += part.readableBytes
    shortage += max(0, Self.leastPart - part.readableBytes)
    guard count <= ConnectionLimits.largestBody, shortage <= ConnectionLimits.largestBody else {
      return .bodyWithoutEnd
    }
    guard reservation.hold(count, share, owner(on: channel)) else { return .noRoomForBody }
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
    let path = (head?.path ?? "").utf8.prefix { $0 != UInt8(ascii: "?") }
    return path.elementsEqual(Self.notifications) ? .notifications : .requests
  }

  private func owner(on channel: any Channel) -> ClientAddress {
    let peer = ClientAddress(channel)
    return (head.map { rules.proxies.client(of: $0, peer: peer) } ?? peer).network
  }

  private static let notifications = Array(Operation.notificationPost.path.utf8)
}

/// The request ended before its body was whole: it is no request (RFC 9112, 8).
struct IncompleteRequest: Error {}

extension Problem {
  static let noRoomForBody = Problem(
    .tooManyBodies,
    "The server holds as many bytes of bodies as it may, of all clients or of this address; try again in a second.",
    headers: [.retryAfter: "1"])
  static let bodyWithoutEnd = Problem(
    .bodyTooLarge,
    "No body may have more than \(ConnectionLimits.largestBody) bytes, or come in thousands of pieces of a few."
  )
  static let incompleteRequest = Problem(
    .incompleteRequest,
    "The request ended before its body was whole; nothing was done. Send it again."
  )
}
