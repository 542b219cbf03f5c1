import HTTPDocuments
import HTTPTransport
import PaywallCatalog

/// The sender of unknown certificates.
enum ChainSender: Sendable {
  /// The sender of a notification.
  case appStore
  case caller(Caller)

  var lane: ChainQueue.Lane {
    switch self {
    case .appStore: .appStore
    case .caller(let caller): caller.role == .client ? .client : .server
    }
  }

  /// The owner of the turn: an address, or a server's key.
  func owner(at address: ClientAddress) -> BucketOwner {
    switch self {
    case .caller(let caller) where caller.role != .client: BucketOwner(key: caller.mark)
    default: BucketOwner(network: address.network)
    }
  }

  /// The cost of a refused chain, and its bucket; `nil` without keys.
  func price(in release: PreparedRelease) -> (scope: RateScope, tokens: Int)? {
    switch self {
    case _ where release.keys.isEmpty, .caller(.keyless): nil
    case .caller(let caller) where caller.role != .client: (.server, Self.tokensOfServer)
    default: (.chains, 1)
    }
  }

  /// A check takes as long as twenty signatures.
  private static let tokensOfServer = 20
}

extension RequestScope.Entry {
  /// Charges for a refused chain before the check, so that a sender of many chains at once cannot
  /// exceed its tokens.
  func chargeChain(_ sender: ChainSender) throws(Problem) {
    guard let price = sender.price(in: release) else { return }
    try limiter.take(price.tokens, price.scope, sender.owner(at: address))
  }

  /// For a trusted or unchecked chain.
  func giveBackChain(_ sender: ChainSender) {
    guard let price = sender.price(in: release) else { return }
    limiter.giveBack(price.tokens, price.scope, sender.owner(at: address))
  }
}
