package import HTTPDocuments
package import HTTPTransport
import HTTPTypes

extension Problem {
  /// Describes a refusal of a connection to its client.
  package init(_ refusal: Refusal) {
    switch refusal {
    case .malformedHTTP1:
      self.init(.malformedRequest, "The request does not follow RFC 9112.")
    case .malformedHTTP2:
      self.init(.malformedRequest, "The request does not follow RFC 9113.")
    case .hostNotUnique:
      self.init(.malformedRequest, "Send one Host header.", field: "Host")
    case .invalidHost:
      self.init(
        .malformedRequest, "Send a name or an address as the host, with a port or without.",
        field: "Host")
    case .hostDiffersFromAuthority:
      self.init(.malformedRequest, "Send no Host beside :authority.", field: "Host")
    case .ambiguousTarget:
      self.init(
        .malformedRequest, "Ask for a path, or for an address on the host that Host names.",
        field: "Host")
    case .unknownMethod:
      self.init(
        .methodNotAllowed, "HTTP knows no such method.", headers: [.allow: "GET, HEAD, POST"])
    case .unknownTransferCoding:
      self.init(
        .malformedRequest, "Send the body in chunks of HTTP/1.1, or with its length.",
        field: "Transfer-Encoding")
    case .unknownExpectation:
      self.init(
        .unknownExpectation, "Expect '100-continue', or send no Expect.", field: "Expect")
    case .headersTooLarge:
      self.init(
        .headersTooLarge, "The request line and the headers may have \(HeaderLimits.bytes) bytes.")
    case .bodyTooLarge:
      self.init(
        .bodyTooLarge,
        "No body may have more than \(ConnectionLimits.largestBody) bytes, or come in thousands of pieces of a few."
      )
    case .bodyBudgetExceeded:
      self.init(
        .tooManyBodies,
        "The server holds as many bytes of bodies as it may, of all clients or of this address; try again in a second.",
        headers: [.retryAfter: "1"])
    case .bodyStalled:
      self.init(
        .bodyStalled, "The body did not arrive at a steady rate; send the request again.")
    case .tooManyStreams:
      self.init(
        .tooManyStreams,
        "As many requests of HTTP/2 are open as may be, and this one had not arrived; try again in a second.",
        headers: [.retryAfter: "1"])
    case .incompleteRequest:
      self.init(
        .incompleteRequest,
        "The request ended before its body was complete; nothing was done. Send it again.")
    case .requestTimeout:
      self.init(.requestTimeout, "The request took too long to arrive; send it again.")
    case .responseTimeout:
      self.init(
        .answerTimeout, "The answer took too long; try again in a second.",
        headers: [.retryAfter: "1"])
    case .tooManyConnections:
      self.init(
        .tooManyConnections, "All connections of this server are busy; try again in a second.",
        headers: [.retryAfter: "1", .connection: "close"])
    }
  }
}
