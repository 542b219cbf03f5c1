import Foundation
import PaywallCatalog
import PaywallTextCoding

/// The server's API for this device: one key, one origin, JSON both ways.
struct Endpoint: Sendable {
  let url: URL
  let key: String?
  let transport: Transport
  let clock: DeviceClock

  /// The time for one request, so that a network that never answers ends it.
  static let timeout = Duration.seconds(30)

  func post(
    _ path: String, _ body: JSONText, largestAnswer: Int = 1 << 20
  ) async throws(NetworkFailure) -> TransportResponse {
    try await send(
      request("POST", path, ["Content-Type": "application/json"], Data(body.bytes), largestAnswer))
  }

  /// - Parameter etag: the entity tag of the stored copy; the answer may then be a 304.
  func get(
    _ path: String, etag: String? = nil, largestAnswer: Int = 1 << 20
  ) async throws(NetworkFailure) -> TransportResponse {
    try await send(
      request("GET", path, etag.map { ["If-None-Match": $0] } ?? [:], nil, largestAnswer))
  }

  private func request(
    _ method: String, _ path: String, _ more: [String: String], _ body: Data?, _ largest: Int
  ) -> TransportRequest {
    var headers = ["Accept": "application/json"]
    if let key { headers["X-API-Key"] = key }
    headers.merge(more) { _, new in new }
    return TransportRequest(
      method: method, url: address(path), headers: headers, body: body, largestAnswer: largest)
  }

  /// The server's address followed by a path that is escaped already.
  private func address(_ path: String) -> URL {
    let base = url.absoluteString
    return URL(string: base + (base.hasSuffix("/") ? "" : "/") + path)
      ?? url.appendingPathComponent(path)
  }

  /// A path segment, percent-encoded (RFC 3986).
  static func escaped(_ part: String) -> String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return part.addingPercentEncoding(withAllowedCharacters: plain) ?? part
  }

  private func send(
    _ request: TransportRequest
  ) async throws(NetworkFailure) -> TransportResponse {
    let response = try await carry(request)
    guard response.body.count <= request.largestAnswer else {
      throw .tooLong
    }
    try response.check()
    return response
  }

  /// Passes the request to the transport, and does not wait for one that ignores its cancellation.
  private func carry(
    _ request: TransportRequest
  ) async throws(NetworkFailure) -> TransportResponse {
    let task = Task { [transport] () -> Result<TransportResponse, NetworkFailure> in
      do {
        return .success(try await transport(request))
      } catch {
        return .failure(NetworkFailure(error))
      }
    }
    guard let result = await task.value(within: Self.timeout, clock) else {
      task.cancel()
      throw Task.isCancelled ? .taskCancelled : .timedOut
    }
    return try result.get()
  }
}

extension NetworkFailure {
  static let tooLong = NetworkFailure.notUnderstood("The answer is too long.")

  /// The failure for an error that a transport threw.
  init(_ error: any Error) {
    self =
      switch error {
      case let failure as NetworkFailure: failure
      case is CancellationError: .taskCancelled
      case let error as URLError where error.code == .timedOut: .timedOut
      case let error as URLError where error.code == .cancelled: .taskCancelled
      default: .unreachable(error.localizedDescription)
      }
  }

  /// The pause that the server asks for.
  var pause: Duration? {
    if case .tooManyRequests(let pause) = self { pause } else { nil }
  }

  /// True if the same request may succeed later.
  var isTransient: Bool {
    switch self {
    case .refused(let problem): ![400, 413, 422].contains(problem.status) && !problem.isAliasTaken
    default: true
    }
  }
}

extension ServerProblem {
  /// True if the anonymous id belongs to another user.
  var isAliasTaken: Bool { code.utf8.elementsEqual("aliasTaken".utf8) }
}

extension TransportResponse {
  /// Throws for anything but a success that is JSON.
  fileprivate func check() throws(NetworkFailure) {
    switch status {
    case 304: return
    case 200..<300:
      guard isJSON else {
        throw .notUnderstood("The answer is '\(self[header: "Content-Type"] ?? "")', not JSON.")
      }
    case 300..<400: throw .redirected(to: self[header: "Location"])
    case 429:
      // This limit is about one offer, not about requests: other offers may succeed.
      if isJSON, let problem = try? JSONDecoder().decode(ServerProblem.self, from: body),
        problem.code.utf8.elementsEqual("attemptsExhausted".utf8)
      {
        throw .refused(problem)
      }
      throw .tooManyRequests(retryAfter: retryAfter)
    case 408, 425: throw .unavailable(status: status)
    case 400..<500:
      // Without a problem document the refusal is not from a paywall server.
      guard isJSON, let problem = try? JSONDecoder().decode(ServerProblem.self, from: body) else {
        throw .notUnderstood("The status \(status) came without a problem document.")
      }
      throw .refused(problem)
    case 503 where retryAfter != nil: throw .tooManyRequests(retryAfter: retryAfter)
    default: throw .unavailable(status: status)
    }
  }

  private var isJSON: Bool {
    let type = (self[header: "Content-Type"] ?? "").prefix { $0 != ";" }.lowercased()
      .filter { $0 != " " }
    return type == "application/json" || type.hasSuffix("+json")
  }

  /// The pause in whole seconds, at most an hour, so that a wrong header does not silence the
  /// client for longer.
  private var retryAfter: Duration? {
    self[header: "Retry-After"].flatMap { Int64($0) }.map { .seconds(min(max(0, $0), 3600)) }
  }

  /// The time at which the server sent this; `nil` for an answer that a cache on the way may have
  /// kept.
  ///
  /// - Parameter toGet: true if the request was a `GET`: a cache may then answer instead of the
  ///   server, unless the answer forbids it.
  func date(toGet: Bool) -> Timestamp? {
    guard !toGet || !CacheControl(self[header: "Cache-Control"]).mayBeStored,
      self[header: "Age"].map({ $0 == "0" }) ?? true
    else { return nil }
    return self[header: "Date"].flatMap { Timestamp(httpDate: $0) }
  }
}
