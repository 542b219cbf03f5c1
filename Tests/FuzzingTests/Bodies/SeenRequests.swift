import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import Synchronization

@testable import HTTPTransport

/// A request that came whole.
struct SeenRequest: Sendable, Equatable {
  let head: HTTPRequest
  let body: [UInt8]
}

/// What the routes of a connection see. Each request is answered with its body.
final class SeenRequests: Sendable {
  static let logger = Logger(label: "fuzzing") { _ in SwiftLogNoOpLogHandler() }

  private let all = Mutex<[SeenRequest]>([])
  private let ended = Mutex(false)

  var requests: [SeenRequest] { all.withLock(\.self) }
  /// Nothing works for the connection any more.
  var isOver: Bool { ended.withLock(\.self) }

  func end() { ended.withLock { $0 = true } }

  private func add(_ head: HTTPRequest, _ body: ByteBuffer) {
    let seen = SeenRequest(head: head, body: Array(body.readableBytesView))
    all.withLock { $0.append(seen) }
  }

  var respond: RouteResponder {
    { request, whole, _ in
      if let whole {
        self.add(request.head, whole)
        return .now(HTTPResponse(status: .ok), whole)
      }
      return .later {
        var body = ByteBuffer()
        do {
          for try await part in request.body { body.writeImmutableBuffer(part) }
        } catch {
          return Response(status: .badRequest)
        }
        self.add(request.head, body)
        return Response(status: .ok, body: ResponseBody(byteBuffer: body))
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
  func http1(_ refusal: Refusal) -> ByteBuffer { ByteBuffer() }
  func count(_ refusal: Refusal) {}
  func connectionOpened() {}
  func connectionClosed() {}
}
