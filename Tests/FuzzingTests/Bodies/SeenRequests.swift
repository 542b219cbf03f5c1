import HTTPTypes
import Logging
import NIOCore
import Synchronization

@testable import HTTPTransport

/// A request that arrived whole.
struct SeenRequest: Sendable, Equatable {
  let head: HTTPRequest
  let body: [UInt8]
}

/// The requests that the routes of a connection see. Each request is answered with its body.
final class SeenRequests: Sendable {
  static let logger = Logger(label: "fuzzing") { _ in SwiftLogNoOpLogHandler() }

  private let all = Mutex<[SeenRequest]>([])
  private let ended = Mutex(false)

  var requests: [SeenRequest] { all.withLock(\.self) }
  /// True if no work for the connection is left.
  var isOver: Bool { ended.withLock(\.self) }

  func end() { ended.withLock { $0 = true } }

  private func add(_ head: HTTPRequest, _ body: [UInt8]) -> Response {
    all.withLock { $0.append(SeenRequest(head: head, body: body)) }
    return Response(status: .ok, body: ByteBuffer(bytes: body))
  }

  var respond: RouteResponder {
    { request, _ in
      if case .whole(let body) = request.body {
        return .now(self.add(request.head, Array(body.readableBytesView)))
      }
      return .later {
        guard let body = try? await request.body.bytes(upTo: .max) else {
          return Response(status: .badRequest)
        }
        return self.add(request.head, body)
      }
    }
  }
}

struct Quiet: RefusalResponder, ConnectionCounters {
  func response(
    to refusal: Refusal, of request: RefusedRequest?, after limit: TimeAmount
  ) -> (head: HTTPResponse, body: ByteBuffer) {
    (HTTPResponse(status: .badRequest), ByteBuffer(string: "\(refusal)"))
  }
  func count(_ refusal: Refusal) {}
  func connectionOpened() {}
  func connectionClosed() {}
}
