import HTTPDocuments
import HTTPTransport
import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallDecisions

/// The events of endpoints, for a developer who has them forwarded.
struct WebhookRoutes {
  let ledger: any Ledger
  let failures: LedgerFailureLog

  private static let most = 200

  func add(to admin: RouteGroup<AdminCaller>) {
    admin.on(.webhookEvents) { request, context in
      let release = context.entry.release
      let name = try context.parameters.decoded("endpoint")
      guard let endpoint = release.snapshot.webhooks.first(where: { $0.name == name }) else {
        throw Problem(.unknownEndpoint, "The configuration has no endpoint '\(name)'.")
      }
      let text = try PageForm(request.query.utf8)["after"]
      let cursor = text.map(CommitCursor.init(text:))
      if let cursor, cursor == nil {
        throw Problem(
          .wrongType, "'after' is 'next' of the answer before, or 0 for all events that are kept.",
          field: "after")
      }
      return Response(
        momentary: try await events(of: endpoint, after: cursor ?? nil, release.compiled),
        release: release.release)
    }
  }

  private func events(
    of endpoint: WebhookEndpoint, after cursor: CommitCursor?, _ release: CompiledSnapshot
  ) async throws(Problem) -> Content {
    do throws(LedgerFailure) {
      let page = try await ledger.webhooks(of: endpoint.name, after: cursor, limit: Self.most)
      let events = try await WebhookAudience(ledger: ledger, release: release)
        .chosen(page.events, for: endpoint)
      return .members(("events", events.map(\.content)), ("next", page.next.text))
    } catch {
      throw failures.problem(error)
    }
  }
}

extension WebhookDelivery {
  fileprivate var content: Content {
    .members(
      ("id", id), ("type", type), ("at", at), ("historical", isHistorical), ("data", data))
  }
}
