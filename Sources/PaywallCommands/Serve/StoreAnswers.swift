import AsyncHTTPClient
import HTTPTransport
import Ledger
import LocalAppStoreClient
import PaywallCatalog
import PaywallServer
import Subscribers

/// The server's answers to the local App Store that it trusts, for the store's page: the state of a
/// customer in the ledger, and the signature of an offer for them.
struct StoreAnswers: Sendable {
  let server: PaywallService
  let client: HTTPClient

  func answer(_ question: ServerQuestion) async -> ServerAnswer {
    if let wanted = question.signature { return await sign(wanted, id: question.id) }
    do throws(LedgerFailure) {
      let histories = try await server.dependencies.ledger.histories(
        of: .appTransactionId(question.appTransactionId), in: .sandbox)
      let snapshot = server.dependencies.current.value.snapshot
      let now = server.dependencies.now()
      return ServerAnswer(
        id: question.id,
        subscriptions: histories.flatMap { $0.subscriber(at: now, in: snapshot).subscriptions }
          .map(LedgerSubscriptionCard.init))
    } catch {
      return ServerAnswer(id: question.id, refusal: "The ledger cannot be read: \(error).")
    }
  }

  /// Asks this server as the app does, at each placement until one offers it, so that the store sees
  /// only what an app would get.
  private func sign(_ wanted: ServerQuestion.SignatureRequest, id: String) async -> ServerAnswer {
    let requests = OfferRequests(client, to: address)
    var refusal: OfferRefusal?
    for placement in server.dependencies.current.value.snapshot.placements.keys.sorted() {
      do throws(OfferRefusal) {
        return ServerAnswer(id: id, jws: try await requests.sign(wanted, at: placement))
      } catch {
        // The reason for this customer says more than that another placement does not show the
        // offer.
        if refusal?.code ?? "notOffered" == "notOffered" { refusal = error }
      }
    }
    return ServerAnswer(id: id, refusal: refusal?.detail ?? "The configuration has no placement.")
  }

  /// The address at which this server reaches itself. A server that listens for others has keys,
  /// and refuses a request without one.
  private var address: String {
    let settings = server.settings
    let host = HostName.isLoopback(settings.host) ? settings.host : "127.0.0.1"
    return
      "\(settings.tls == nil ? "http" : "https")://\(host.contains(":") ? "[\(host)]" : host):\(settings.port)"
  }
}

extension LedgerSubscriptionCard {
  /// Uses the words of the store, so that both can be compared.
  fileprivate init(_ subscription: Subscription) {
    let state =
      switch subscription.state {
      case .subscribed: "active"
      case .inGracePeriod: "gracePeriod"
      case .inBillingRetryPeriod: "billingRetry"
      case .expired: "expired"
      case .revoked: "revoked"
      case .none: "none"
      }
    self.init(
      originalTransactionId: subscription.originalTransactionId, state: state,
      product: subscription.current?.productId,
      expires: subscription.current?.expiresDate?.rfc3339, autoRenews: subscription.autoRenews,
      isEntitled: subscription.isEntitled)
  }
}
