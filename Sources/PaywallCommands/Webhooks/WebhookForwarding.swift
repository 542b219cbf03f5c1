import CommandSupport
import Foundation
import Ledger
import PaywallCatalog
import PaywallServer

/// Asks a server for the events of an endpoint, and posts each to a receiver on this machine.
struct WebhookForwarding {
  /// With the receiver's URL.
  let endpoint: WebhookEndpoint
  let signer: WebhookSigner
  let snapshot: Snapshot
  let server: ServerClient
  let receiver = WebhookClient()

  /// Events are asked for again among so many numbers: on PostgreSQL a lower one may be committed
  /// after a higher one.
  private static let overlap: Int64 = 100

  /// Ends only by an error.
  func run(_ console: Console) async throws {
    let start = try await page(after: nil).last
    let environments = endpoint.environments.map(\.rawValue).joined(separator: ", ")
    console.write(
      "Events of '\(endpoint.name)' (\(environments)) go to \(endpoint.url.text). Ctrl-C ends it.")
    console.flush()
    var last = start
    var seen: Set<String> = []
    while true {
      let page = try await page(after: max(start, last - Self.overlap))
      for event in page.events where seen.insert(event.id).inserted {
        console.write("\(event.at)  \(event.type)  \(event.id)  \(await forward(event.told))")
      }
      console.flush()
      last = max(last, page.last)
      // The pause between two questions.
      try await Task.sleep(for: .seconds(1))
    }
  }

  private func page(after number: Int64?) async throws -> Page {
    let query = number.map { [URLQueryItem(name: "after", value: "\($0)")] } ?? []
    let data = try await server.get("v1/webhooks/\(endpoint.name)/events", query)
    do {
      return try JSONDecoder().decode(Page.self, from: data)
    } catch {
      throw Failure(
        .failedOutside, "\(server.url) answers no events", help: "is it a paywall server?")
    }
  }

  /// - Returns: how it ended, in words.
  private func forward(_ event: ToldEvent) async -> String {
    var end = "not told in the format \(endpoint.format.rawValue)"
    for message in event.messages(endpoint.format, in: snapshot) {
      let request = signer.request(message, at: .now())
      let answer = endpoint.format.judged(
        await receiver.send([request], to: endpoint).first ?? .failed("it was not sent"))
      end = answer.isSuccess ? "taken" : answer.words
      guard answer.isSuccess else { break }
    }
    return end
  }

  /// The server's answer.
  private struct Page: Decodable {
    let events: [Event]
    let last: Int64

    struct Event: Decodable {
      let id, type, at, data: String
      let historical: Bool

      var told: ToldEvent {
        ToldEvent(
          id: id, type: type, at: Timestamp(rfc3339: at) ?? .epoch, data: data,
          marks: historical ? ["historical"] : [])
      }
    }
  }
}
