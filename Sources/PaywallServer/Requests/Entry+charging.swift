import HTTPDocuments
import HTTPTransport
import HTTPTypes
import PaywallAPI
import PaywallCatalog

/// Charges requests, by caller and address.
extension RequestScope.Entry {
  /// Identifies the caller and charges for one request. A request without a valid key pays from its
  /// own bucket, so that valid keys at the same address are not refused.
  func admit(_ head: HTTPRequest) throws(Problem) -> Caller {
    try admit(payingRefusals: true) { () throws(Problem) in
      try authenticator.caller(head, keys: release.keys, from: peer)
    }
  }

  /// Identifies the caller by `identify`, and charges for one request.
  ///
  /// - Parameter payingRefusals: `false` if the caller of this charges for a bad key.
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
    uses.add(caller)
    return caller
  }

  func chargeUnknownKey() throws(Problem) {
    try limiter.take(1, .unknownKey, BucketOwner(network: address.network))
  }

  /// Charges for the parts of a request that cost more, such as signed texts to verify.
  func charge(_ cost: Int, _ caller: Caller) throws(Problem) {
    try limiter.charge(cost, caller, at: address)
  }

  /// Charges a client key for what an operation costs beyond the token of each request. If it throws,
  /// it gives back what the request has paid.
  func charge(_ operation: Operation, _ caller: Caller) throws(Problem) {
    guard caller.scope == .client else { return }
    do throws(Problem) {
      try charge(operation.price - 1, caller)
    } catch {
      giveBack(1, caller)
      throw error
    }
  }

  /// Charges for the bytes of a body. If it throws, it gives back what the request has paid.
  func charge(bytes count: Int, _ caller: Caller) throws(Problem) {
    do throws(Problem) {
      try charge(RateSettings.cost(ofBytes: count), caller)
    } catch {
      giveBack(1, caller)
      throw error
    }
  }

  /// Charges for a response about many placements: one token for each 50, instead of the one
  /// that the request paid.
  func charge(placements count: Int, _ caller: Caller) throws(Problem) {
    let cost = count / 50
    guard cost > 1 else { return }
    giveBack(1, caller)
    try charge(cost, caller)
  }

  /// Charges for records that the ledger keeps on an app's word.
  func charge(records count: Int, _ caller: Caller) throws(Problem) {
    guard count > 0, !caller.isKeyless else { return }
    try limiter.take(
      count, caller.scope == .client ? .records : caller.scope, caller.bucket(at: address))
  }

  /// Gives back a payment before the request pays again.
  func giveBack(_ cost: Int, _ caller: Caller) {
    guard !caller.isKeyless else { return }
    limiter.giveBack(cost, caller.scope, caller.bucket(at: address))
  }

  /// Refuses an address that sent too many notifications not from Apple; takes nothing.
  func checkNotifications() throws(Problem) {
    guard !release.keys.isEmpty else { return }
    let owner = BucketOwner(network: address.network)
    try limiter.take(1, .notification, owner)
    limiter.giveBack(1, .notification, owner)
  }

  /// Charges for a notification that is kept aside, whose sender may be anyone with an app. It has a
  /// bucket of its own, so that it delays no notification of ours.
  func chargeKeptAside(bytes count: Int) throws(Problem) {
    guard !release.keys.isEmpty else { return }
    try limiter.take(
      1 + RateSettings.cost(ofBytes: count), .keptAside, BucketOwner(network: address.network))
  }

  /// Charges for a notification that is not Apple's: for its bytes, or all that is left.
  func chargeNotification(bytes count: Int) {
    guard !release.keys.isEmpty else { return }
    limiter.drain(
      1 + RateSettings.cost(ofBytes: count), .notification, BucketOwner(network: address.network))
  }
}

extension RateLimiter {
  /// Charges a caller with a valid key; without keys, charges nothing.
  func charge(
    _ cost: Int, _ caller: Caller, at address: ClientAddress
  ) throws(Problem) {
    guard cost > 0, !caller.isKeyless else { return }
    try take(cost, caller.scope, caller.bucket(at: address))
  }
}

extension Caller {
  fileprivate var scope: RateScope { role == .client ? .client : .server }

  /// By key; for a client key, which all apps ship, also by address.
  func bucket(at address: ClientAddress) -> BucketOwner {
    BucketOwner(key: mark, network: scope == .client ? address.network : .none)
  }
}
