import HTTPTypes

extension Refusal {
  /// Why a head is not processed, over HTTP/1.1 as over HTTP/2.
  init?(head: HTTPRequest) {
    if let host = head.authority, !host.isEmpty, !RequestTarget.isHost(host.utf8) {
      self = .invalidHost
    } else if Expectation(head) == .unknown {
      self = .unknownExpectation
    } else {
      return nil
    }
  }
}
