public import Foundation
import PaywallKit

// What happens outside of the app.
extension FakeStore {
  /// Moves the clock: what ends by then renews, if its renewal is not turned off.
  public func advance(by time: TimeInterval) {
    change { state in
      state.now = state.now.addingTimeInterval(time)
      var renewed: [FakeStoreState.Sale] = []
      while let sale = state.renew() { renewed.append(sale) }
      return renewed
    }
  }

  /// The customer turns off the renewal of a product, or on again.
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

  /// The App Store takes a transaction back.
  public func refund(_ id: UInt64) {
    change { state in
      guard let index = state.sales.firstIndex(where: { $0.id == id }) else { return [] }
      state.sales[index].revoked = state.now
      // Later than what was signed at this moment before, though this clock stands still.
      state.sales[index].signed = state.now.addingTimeInterval(0.001)
      state.finished.remove(id)
      return [state.sales[index]]
    }
  }

  /// Approves what was asked for.
  public func approve() {
    change { state in
      let requests = state.requests
      state.requests = []
      return requests.flatMap { state.sell($0) }
    }
  }

  /// Somebody says no to what was asked for.
  public func decline() {
    change { state in
      state.requests = []
      return []
    }
  }

  /// Bought without the app: in the App Store, or on another device. Several come at once.
  public func sellOutside(_ products: String..., account: UUID? = nil) {
    let sold = products.compactMap { product($0) }
    change { state in
      sold.flatMap { state.sell(.init(product: $0, account: account)) }
    }
  }

  /// From now on every text names the customer, as after an update of the system.
  public func name(customer: String) { writer.owner.id = customer }

  /// Sends a transaction again, as the App Store does.
  public func sendAgain(_ id: UInt64) {
    change { state in state.sales.filter { $0.id == id } }
  }
}
