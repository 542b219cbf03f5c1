import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import PaywallCatalog
import Synchronization

/// Sends attempts over HTTP: to the checked address and no other, without redirects, without a proxy,
/// with certificates verified for the name of the URL.
package final class WebhookClient: Sendable {
  private let lookup: AddressLookup
  private let deadline: @Sendable () async -> Void
  /// By the name of the endpoint; a connection is used again while its host keeps its address.
  private let clients = Mutex<[String: Pinned]>([:])

  private struct Pinned {
    let target: String
    let client: HTTPClient
  }

  private enum Step: Sendable {
    case late
    case found(Result<String, WebhookAddress.Refusal>)
    case answered(Int, WebhookAnswer)
  }

  /// Bytes of an answer that are read, and thrown away, so that its connection can be used again.
  private static let mostRead = 65_536

  /// The time for the name and all answers of a round.
  package static let patience = Duration.seconds(15)

  /// - Parameter deadline: returns when a round has taken too long; ends early if it is cancelled.
  package init(
    lookup: @escaping AddressLookup = WebhookAddress.ofSystem,
    deadline: @escaping @Sendable () async -> Void = {
      // The deadline itself; a round that is answered earlier cancels it.
      try? await Task.sleep(for: WebhookClient.patience)
    }
  ) {
    self.lookup = lookup
    self.deadline = deadline
  }

  /// Closes all connections.
  package func end() async {
    let all = clients.withLock { clients in
      defer { clients = [:] }
      return clients.values.map(\.client)
    }
    for client in all { try? await client.shutdown() }
  }

  /// Sends the attempts of a round side by side. Rounds of one endpoint follow each other.
  ///
  /// - Returns: the answers, in the order of the requests.
  package func send(
    _ requests: [WebhookRequest], to endpoint: WebhookEndpoint
  ) async -> [WebhookAnswer] {
    var answers = requests.map { _ in WebhookAnswer.failed("it did not answer within 15 seconds") }
    await withTaskGroup(of: Step.self) { group in
      group.addTask {
        await self.deadline()
        return .late
      }
      group.addTask {
        .found(WebhookAddress.checked(await self.lookup(endpoint.url.host), of: endpoint))
      }
      var open = requests.count
      while open > 0, let step = await group.next() {
        switch step {
        case .late: open = 0
        case .found(.failure(let refusal)):
          answers = requests.map { _ in .failed(refusal.words) }
          open = 0
        case .found(.success(let address)):
          let client = await client(for: endpoint, at: address)
          for (index, request) in requests.enumerated() {
            group.addTask {
              .answered(index, await Self.answer(to: request, of: endpoint.url, by: client))
            }
          }
        case .answered(let index, let answer):
          answers[index] = answer
          open -= 1
        }
      }
      group.cancelAll()
    }
    return answers
  }

  private static func answer(
    to request: WebhookRequest, of url: WebhookURL, by client: HTTPClient
  ) async -> WebhookAnswer {
    var outgoing = HTTPClientRequest(url: url.text)
    outgoing.method = .POST
    for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
    outgoing.body = .bytes(ByteBuffer(bytes: request.body))
    do {
      let response = try await client.execute(outgoing, timeout: TimeAmount(patience))
      var read = 0
      for try await part in response.body {
        read += part.readableBytes
        if read > mostRead { break }
      }
      return .status(
        Int(response.status.code), retryAfter: response.headers.first(name: "retry-after"))
    } catch {
      return .failed(words(of: error))
    }
  }

  private func client(for endpoint: WebhookEndpoint, at address: String) async -> HTTPClient {
    let target = "\(endpoint.url.host)|\(address)"
    let (client, former) = clients.withLock { clients -> (HTTPClient, HTTPClient?) in
      let known = clients[endpoint.name]
      if let known, known.target == target { return (known.client, nil) }
      let new = Pinned(target: target, client: Self.client(for: endpoint.url.host, at: address))
      clients[endpoint.name] = new
      return (new.client, known?.client)
    }
    try? await former?.shutdown()
    return client
  }

  private static func client(for host: String, at address: String) -> HTTPClient {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.dnsOverride = [host: address]
    configuration.timeout.connect = .seconds(5)
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(configuration: configuration)
  }

  private static func words(of error: any Error) -> String {
    switch error {
    case let error as HTTPClientError: "it cannot be reached: \(error.shortDescription)"
    case is NIOSSLError, is NIOSSLExtraError:
      "no TLS connection can be made: its certificate is not trusted, or is for another name"
    case is NIOConnectionError, is IOError: "no connection can be made"
    case is CancellationError: "it was cut off"
    default: "the connection failed"
    }
  }
}
