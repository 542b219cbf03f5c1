import Catalog
import HTTPTransport
import PaywallAPI

/// Who presents certificates that were not seen before.
enum ChainSender: Sendable {
  /// Whoever posts a notification.
  case appStore
  case caller(Caller)

  var lane: ChainQueue.Lane {
    switch self {
    case .appStore: .appStore
    case .caller(let caller): caller.role == .client ? .client : .server
    }
  }

  /// Whose turn it is: of an address, or of the key of a server.
  func owner(at address: ClientAddress) -> BucketOwner {
    switch self {
    case .caller(let caller) where caller.role != .client: BucketOwner(key: caller.mark)
    default: BucketOwner(network: address.network)
    }
  }

  /// What a refused chain costs, and from which bucket: `nil` without keys.
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
  /// Takes what it costs if certificates lead to no trusted root, before they are checked: so nobody
  /// owes more than they have by sending many at once.
  func chargeChain(_ sender: ChainSender) throws(Problem) {
    guard let price = sender.price(in: release) else { return }
    try limiter.take(price.tokens, price.scope, sender.owner(at: address))
  }

  /// They led to one, or were not checked.
  func giveBackChain(_ sender: ChainSender) {
    guard let price = sender.price(in: release) else { return }
    limiter.giveBack(price.tokens, price.scope, sender.owner(at: address))
  }
}
