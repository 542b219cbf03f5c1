import HTTPDocuments
import HTTPTransport
import Ledger
import PaywallAPI
import PaywallCatalog

/// The events of endpoints, for a developer who has them forwarded.
struct WebhookRoutes {
  let ledger: any Ledger
  let failures: LedgerFailureLog

  private static let most = 200

  func add(to admin: RouteGroup<AdminCaller>) {
    admin.on(.webhookEvents) { request, context in
      let release = context.entry.release
      let name = try context.parameters.decoded("endpoint")
      guard release.snapshot.webhooks.contains(where: { $0.name == name }) else {
        throw Problem(.unknownEndpoint, "The configuration has no endpoint '\(name)'.")
      }
      let text = try PageForm(request.query.utf8)["after"]
      guard text.map({ Int64($0).map { $0 >= 0 } ?? false }) ?? true else {
        throw Problem(.wrongType, "'after' is the number of an event.", field: "after")
      }
      return Response(
        momentary: try await events(of: name, after: text.flatMap { Int64($0) }),
        release: release.release)
    }
  }

  private func events(of name: String, after: Int64?) async throws(Problem) -> Content {
    do throws(LedgerFailure) {
      let newest = try await ledger.webhookDeliveries(
        of: name, nil, limit: after == nil ? 1 : Self.most)
      let events = after.map { after in newest.filter { $0.number > after }.reversed() } ?? []
      return .members(
        ("events", events.map(\.content)), ("last", newest.first?.number ?? after ?? 0))
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
