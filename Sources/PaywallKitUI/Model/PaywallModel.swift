import Observation
import PaywallKit
import PaywallPresentation

/// A paywall on a screen: its content, and the actions of a tap. A view draws its state.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor
final class PaywallModel: Observable {
  /// All state that changes.
  struct State {
    var phase = Phase.loading
    /// The id of the selected product.
    var selected: String?
    /// True while a purchase or a restore runs.
    var isBusy = false
    /// True once the seconds of `close` are over.
    var hasWaited = false
    /// A sentence for the customer after a tap.
    var notice: PaywallWords.Phrase?
    /// The result, once the paywall has ended.
    var result: PaywallResult?
  }

  /// The content of the screen. Each phase has a way out.
  enum Phase {
    case loading
    case paywall(PaywallScreen)
    /// The decision is to show nothing.
    case nothing
    /// No source had an answer, or the store sells nothing of it.
    case unavailable
  }

  private var id = ""
  private var paywalls: (any PaywallProvider)?
  private let registrar = ObservationRegistrar()
  private var stored = State()
  /// Products whose offer was refused: they are shown and bought for their usual price.
  private var refused: Set<String> = []
  private var unlockedBefore: Set<String> = []
  private var isExposed = false
  /// The answer that is shown.
  private(set) var placement: PlacementDecision?
  /// The paywall's products that the store sells.
  private(set) var products: [PaywallProduct] = []

  private(set) var state: State {
    get {
      registrar.access(self, keyPath: \.state)
      return stored
    }
    set { registrar.withMutation(of: self, keyPath: \.state) { stored = newValue } }
  }

  /// Asks for the placement's answer, and loads its products. Keeps a paywall that is already
  /// shown.
  ///
  /// - Parameter paywalls: the client; without one the paywall is unavailable, and can be closed.
  func load(_ placement: String, using paywalls: (any PaywallProvider)?) async {
    (id, self.paywalls) = (placement, paywalls)
    await reload()
  }

  /// Asks again, after it was unavailable.
  func reload() async {
    if screen != nil { return }
    state.phase = .loading
    guard let paywalls else { return state.phase = .unavailable }
    let placement = await paywalls.placement(id)
    self.placement = placement
    unlockedBefore = Set((paywalls.customer?.entitlements ?? []).map(\.id))
    switch placement.shows {
    case .unknown: state.phase = .unavailable
    case .nothing:
      // Visitors who are held out are compared with those who see it.
      await paywalls.reportExposure(of: placement)
      state.phase = .nothing
      end(.nothing)
    case .paywall(let paywall):
      guard case .loaded(let products) = await paywalls.products(of: placement) else {
        return state.phase = .unavailable
      }
      show(paywall, products)
    }
  }

  private func show(_ paywall: Paywall, _ products: [PaywallProduct]) {
    self.products = products
    let screen = PaywallScreen(paywall, products)
    guard !screen.products.isEmpty || paywall.products.isEmpty else {
      return state.phase = .unavailable
    }
    let wanted = state.selected ?? paywall.selected
    state.selected = (screen.products.first { $0.id == wanted } ?? screen.products.first)?.id
    state.phase = .paywall(screen)
  }

  // MARK: The screen

  /// The paywall on screen; `nil` if there is none.
  var screen: PaywallScreen? {
    if case .paywall(let screen) = state.phase { screen } else { nil }
  }

  /// The words around the paywall, in its language.
  var words: PaywallWords {
    screen?.words
      ?? placement?.paywall.map { PaywallWords(for: $0.locale, digitsOf: "") } ?? .device
  }

  /// The product that a tap on the button buys.
  var selectedProduct: ShownProduct? { screen?.products.first { $0.id == state.selected } }

  /// How long there is no button that closes the paywall; `nil` if it is there.
  var closingDelay: Duration? {
    guard !state.hasWaited, case .after(let seconds)? = screen?.content.close else { return nil }
    return .seconds(seconds)
  }

  /// Reports once that the paywall is on screen.
  func appeared() async {
    guard let placement, let paywalls, !isExposed, screen != nil else { return }
    isExposed = true
    let product = products.first { $0.id == state.selected }
    await paywalls.reportExposure(
      of: placement, showing: product.map { DisplayedProduct($0.store) })
  }

  /// Notes that the time of ``closingDelay`` is over.
  func waited() { state.hasWaited = true }

  func dismissNotice() { state.notice = nil }

  /// Ends with this result; only the first end counts.
  func end(_ result: PaywallResult) { state.result = state.result ?? result }

  // MARK: Actions

  func select(_ product: String) {
    if !state.isBusy { state.selected = product }
  }

  /// Buys the selected product with the offer that is shown.
  func buy() async {
    guard let placement, let paywalls, let product = selectedProduct, !state.isBusy else { return }
    state.isBusy = true
    defer { state.isBusy = false }
    let offer: OfferPreference = refused.contains(product.id) ? .none : .first
    switch await paywalls.buy(product.id, on: placement, offer: offer) {
    case .bought(let purchase): end(.bought(purchase))
    case .cancelled, .failed(.taskCancelled): break
    case .pending: state.notice = .pending
    case .offerRefused:
      state.notice = .refused
      withdrawOffer(of: product.id)
    case .failed(.noStore), .failed(.storeTimedOut), .failed(.unreachable):
      state.notice = .unavailable
    case .failed: state.notice = .failed
    }
  }

  /// Shows the product for its usual price, because the next tap must not fail in the same way.
  private func withdrawOffer(of product: String) {
    refused.insert(product)
    guard let paywall = placement?.paywall else { return }
    show(
      paywall,
      products.map {
        refused.contains($0.id) ? PaywallProduct($0.product, $0.store, offer: .none) : $0
      })
  }

  /// Asks the App Store for earlier purchases.
  func restore() async {
    guard let paywalls, !state.isBusy else { return }
    state.isBusy = true
    defer { state.isBusy = false }
    switch await paywalls.restore() {
    case .restored(let customer) where !customer.entitlements.isEmpty: end(.restored(customer))
    case .restored, .nothing: state.notice = .notRestored
    case .cancelled, .failed(.taskCancelled): break
    case .failed: state.notice = .unavailable
    }
  }

  /// Waits until something is unlocked in another way than by the button: a redeemed code, an
  /// approved request, a purchase in Apple's view.
  func awaitUnlocking() async {
    guard let paywalls else { return }
    for await customer in paywalls.customers
    where !state.isBusy && !unlockedBefore.isSuperset(of: customer.entitlements.map(\.id)) {
      return end(.unlocked(customer))
    }
  }
}
