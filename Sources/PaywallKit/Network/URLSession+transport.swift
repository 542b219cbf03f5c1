import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// `URLSession` as a transport: no cookies, no cache, no redirects, and an end to every answer.
final class SessionTransport: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // The table is read and written under the lock.
  private let lock = NSLock()
  private var exchanges: [Int: Exchange] = [:]

  private struct Exchange {
    let race: Race<Result<TransportResponse, any Error>>
    let largestAnswer: Int
    var head: HTTPURLResponse?
    var body = Data()
  }

  /// - Parameter timeout: the time for one request from its start to its end.
  static func make(timeout: Duration) -> Transport {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    let seconds = Double(timeout.milliseconds) / 1000
    configuration.timeoutIntervalForRequest = seconds
    configuration.timeoutIntervalForResource = seconds
    let delegate = SessionTransport()
    let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    return { try await delegate.send($0, over: session, within: timeout) }
  }

  private func send(
    _ request: TransportRequest, over session: URLSession, within timeout: Duration
  ) async throws -> TransportResponse {
    var prepared = URLRequest(url: request.url)
    prepared.httpMethod = request.method
    prepared.httpBody = request.body
    for (name, value) in request.headers { prepared.setValue(value, forHTTPHeaderField: name) }
    let task = session.dataTask(with: prepared)
    let race = Race<Result<TransportResponse, any Error>>()
    lock.withLock {
      exchanges[task.taskIdentifier] = Exchange(race: race, largestAnswer: request.largestAnswer)
    }
    // Off Apple's systems `timeoutIntervalForResource` is ignored, and a request to a server that
    // sends a byte now and then would never end.
    let timer = Task {
      try await Task.sleep(for: timeout, clock: .continuous)
      race.finish(.failure(URLError(.timedOut)))
      task.cancel()
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
      task.resume()
      return try await race.value.get()
    } onCancel: {
      task.cancel()
      race.finish(.failure(CancellationError()))
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    lock.withLock { exchanges[dataTask.taskIdentifier]?.head = response as? HTTPURLResponse }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let tooLong = lock.withLock { () -> Exchange? in
      guard var exchange = exchanges.removeValue(forKey: dataTask.taskIdentifier) else {
        return nil
      }
      exchange.body.append(data)
      guard exchange.body.count <= exchange.largestAnswer else { return exchange }
      exchanges[dataTask.taskIdentifier] = exchange
      return nil
    }
    guard let tooLong else { return }
    tooLong.race.finish(.failure(NetworkFailure.tooLong))
    dataTask.cancel()
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let exchange = lock.withLock { exchanges.removeValue(forKey: task.taskIdentifier) }
    guard let exchange else { return }
    if let error {
      exchange.race.finish(.failure(error))
    } else if let head = exchange.head {
      exchange.race.finish(.success(TransportResponse(head, exchange.body)))
    } else {
      exchange.race.finish(.failure(URLError(.badServerResponse)))
    }
  }
}

extension TransportResponse {
  fileprivate init(_ head: HTTPURLResponse, _ body: Data) {
    var headers: [String: String] = [:]
    for (name, value) in head.allHeaderFields {
      if let name = name as? String, let value = value as? String { headers[name] = value }
    }
    self.init(status: head.statusCode, headers: headers, body: body)
  }
}
