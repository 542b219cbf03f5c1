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

  /// Ends only by an error.
  func run(_ console: Console) async throws {
    var next = try await page(after: nil).next
    let environments = endpoint.environments.map(\.rawValue).joined(separator: ", ")
    console.write(
      "Events of '\(endpoint.name)' (\(environments)) go to \(endpoint.url.text). Ctrl-C ends it.")
    console.flush()
    while true {
      let page = try await page(after: next)
      for event in page.events {
        console.write("\(event.at)  \(event.type)  \(event.id)  \(await forward(event.told))")
      }
      console.flush()
      next = page.next
      // The pause between two questions; there may be more than one answer has.
      if page.events.isEmpty { try await Task.sleep(for: .seconds(1)) }
    }
  }

  private func page(after cursor: String?) async throws -> Page {
    let query = cursor.map { [URLQueryItem(name: "after", value: $0)] } ?? []
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
    let next: String

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
