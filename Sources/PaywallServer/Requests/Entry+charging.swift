import Catalog
import HTTPTransport
import HTTPTypes
import PaywallAPI

/// What a request pays, by who asks and from where.
extension RequestScope.Entry {
  /// Who asks, after they have paid for one request. Somebody without a good key pays from a bucket
  /// of its own, so that nobody who shares their address is refused with a good one.
  func admit(_ head: HTTPRequest) throws(Problem) -> Caller {
    try admit(payingRefusals: true) { () throws(Problem) in
      try authenticator.caller(head, keys: release.keys, from: peer)
    }
  }

  /// Who asks, told by `identify`, after they have paid for one request.
  ///
  /// - Parameter payingRefusals: `false` where the framework answers a bad key, and is paid for it.
  func admit(
    payingRefusals: Bool, _ identify: () throws(Problem) -> Caller
  ) throws(Problem) -> Caller {
    let caller: Caller
    do throws(Problem) {
      caller = try identify()
    } catch {
      if payingRefusals, error.code != .keysRequired { try chargeUnknownKey() }
      throw error
    }
    try charge(1, caller)
    return caller
  }

  func chargeUnknownKey() throws(Problem) {
    try limiter.take(1, .unknownKey, BucketOwner(network: address.network))
  }

  /// Takes tokens for what a request brings, such as signed texts to be verified.
  func charge(_ cost: Int, _ caller: Caller) throws(Problem) {
    try limiter.charge(cost, caller, at: address)
  }

  /// Takes tokens for the bytes of a body. Whoever lacks them gets back what the request has paid.
  func charge(bytes count: Int, _ caller: Caller) throws(Problem) {
    do throws(Problem) {
      try charge(RateSettings.cost(ofBytes: count), caller)
    } catch {
      giveBack(1, caller)
      throw error
    }
  }

  /// Takes tokens for an answer about many placements: one for each 50, in place of the one that the
  /// request has paid.
  func charge(placements count: Int, _ caller: Caller) throws(Problem) {
    let cost = count / 50
    guard cost > 1 else { return }
    giveBack(1, caller)
    try charge(cost, caller)
  }

  /// Takes tokens for what the ledger is to keep on the word of an app.
  func charge(records count: Int, _ caller: Caller) throws(Problem) {
    guard count > 0, !caller.isKeyless else { return }
    try limiter.take(
      count, caller.scope == .client ? .records : caller.scope, caller.bucket(at: address))
  }

  /// Gives back what a request paid that is going to pay again.
  func giveBack(_ cost: Int, _ caller: Caller) {
    guard !caller.isKeyless else { return }
    limiter.giveBack(cost, caller.scope, caller.bucket(at: address))
  }

  /// Refuses whoever sent too many notifications that Apple did not sign; takes nothing.
  func checkNotifications() throws(Problem) {
    guard !release.keys.isEmpty else { return }
    let owner = BucketOwner(network: address.network)
    try limiter.take(1, .notification, owner)
    limiter.giveBack(1, .notification, owner)
  }

  /// A notification turned out not to be Apple's: it costs what its bytes cost, or all that is left.
  func chargeNotification(bytes count: Int) {
    guard !release.keys.isEmpty else { return }
    limiter.drain(
      1 + RateSettings.cost(ofBytes: count), .notification, BucketOwner(network: address.network))
  }
}

extension RateLimiter {
  /// Takes tokens for a request by somebody with a good key; without keys nobody pays.
  func charge(
    _ cost: Int, _ caller: Caller, at address: ClientAddress
  ) throws(Problem) {
    guard cost > 0, !caller.isKeyless else { return }
    try take(cost, caller.scope, caller.bucket(at: address))
  }
}

extension Caller {
  fileprivate var scope: RateScope { role == .client ? .client : .server }

  /// Of the key; for one that ships in every app, of the key at this address.
  fileprivate func bucket(at address: ClientAddress) -> BucketOwner {
    BucketOwner(key: mark, network: scope == .client ? address.network : .none)
  }
}
