public import Foundation

// The events outside of the app.
extension FakeStore {
  /// Moves the clock: subscriptions that end by then renew, if their renewal is not turned off.
  public func advance(by time: TimeInterval) {
    change { state in
      state.now = state.now.addingTimeInterval(time)
      var renewed: [FakeStoreState.Sale] = []
      while let sale = state.renew() { renewed.append(sale) }
      return renewed
    }
  }

  /// Turns the renewal of a product off for the customer, or on again.
  public func setRenewal(_ isOn: Bool, of product: String) {
    change { state in
      for sale in state.newest where sale.product.id == product {
        if isOn {
          state.endings.remove(sale.originalId)
        } else {
          state.endings.insert(sale.originalId)
        }
      }
      return []
    }
  }

  /// Lets the renewals of a product fail from now on, until ``chargeRenewals(of:)``. One that fails
  /// already keeps its grace period.
  ///
  /// - Parameter grace: the seconds after its end for which it stays unlocked; 0 without a grace
  ///   period.
  public func failRenewals(of product: String, grace: TimeInterval = 0) {
    change { state in
      for sale in state.newest
      where sale.product.id == product && sale.expires != nil
        && state.unpaid[sale.originalId] == nil
      {
        state.unpaid[sale.originalId] = grace
      }
      return []
    }
  }

  /// Lets the renewals of a product succeed again: one that failed goes on from its end in the
  /// grace period, and from now after it, for as long as Apple tries (60 days).
  public func chargeRenewals(of product: String) {
    change { state in
      var renewed: [FakeStoreState.Sale] = []
      for sale in state.newest where sale.product.id == product {
        let graceEnd = state.graceEnd(of: sale)
        guard state.unpaid.removeValue(forKey: sale.originalId) != nil, let end = sale.expires,
          end <= state.now, sale.revoked == nil, !sale.isUpgraded,
          !state.endings.contains(sale.originalId)
        else { continue }
        guard state.now < end.addingTimeInterval(60 * FakeProduct.day) else {
          state.endings.insert(sale.originalId)
          continue
        }
        let isInGrace = graceEnd.map { state.now < $0 } ?? false
        if let next = state.renew(sale, at: isInGrace ? end : state.now) { renewed.append(next) }
      }
      while let sale = state.renew() { renewed.append(sale) }
      return renewed
    }
  }

  /// Refunds a transaction.
  public func refund(_ id: UInt64) {
    change { state in
      guard let index = state.sales.firstIndex(where: { $0.id == id }) else { return [] }
      state.sales[index].revoked = state.now
      // This is later than what was signed at this moment before, though this clock stands still.
      state.sales[index].signed = state.now.addingTimeInterval(0.001)
      state.finished.remove(id)
      return [state.sales[index]]
    }
  }

  /// Approves the purchases that were asked for.
  public func approve() {
    change { state in
      let requests = state.requests
      state.requests = []
      return requests.flatMap { state.sell($0) }
    }
  }

  /// Declines the purchases that were asked for.
  public func decline() {
    change { state in
      state.requests = []
      return []
    }
  }

  /// Sells products without the app: in the App Store, or on another device. Several come at once.
  public func sellOutside(_ products: String..., account: UUID? = nil) {
    let sold = products.compactMap { product($0) }
    change { state in
      sold.flatMap { state.sell(.init(product: $0, account: account)) }
    }
  }

  /// Names the customer in every text from now on, as after an update of the system.
  public func name(customer: String) { writer.owner.id = customer }

  /// Sends a transaction again, as the App Store does.
  public func sendAgain(_ id: UInt64) {
    change { state in state.sales.filter { $0.id == id } }
  }
}
