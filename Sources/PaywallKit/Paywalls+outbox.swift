import PaywallCatalog
import PaywallTextCoding

extension Paywalls {
  /// Reports that the app has rendered this answer, or has shown nothing because of it. Call it for
  /// every answer: one that is neither an exposure (``PlacementDecision/isExposure``) nor held out of one
  /// (``PlacementDecision/heldOutOf``) is ignored. The report is kept until the server has it, also over a
  /// restart, and counts for the visitor whom the placement was assigned to, also after a log-out.
  /// Returns without waiting for anything slow.
  ///
  /// - Parameters:
  ///   - placement: the answer that the app has rendered.
  ///   - product: the product of the paywall that was selected, as StoreKit displayed it: the price
  ///     that this visitor saw can be recorded at this moment only.
  public func reportExposure(
    of placement: PlacementDecision, showing product: DisplayedProduct? = nil
  ) async {
    guard let experiment = placement.reported, let who = placement.parts.who,
      await ready(within: StorageQueue.timeout) != nil
    else { return }
    purchases.told.insert(Self.exposureKey(placement.id, experiment.id, who))
    if isStillHere(who.visitor) { record(placement, of: who) }
    enqueue(
      .exposure(
        OutboxEntry.Exposure(
          id: configuration.makeId(), experiment: experiment.id, variant: experiment.variant,
          phase: experiment.phase, placement: placement.id, at: now.milliseconds,
          isServerTime: time.isKnown, who: who, attributes: placement.attributesText,
          shown: ShownPaywall(placement, product))))
    flush(in: configuration.gathering)
  }

  /// The name of ``reportExposure(of:showing:)`` in earlier versions.
  @available(*, deprecated, renamed: "reportExposure(of:)")
  public func exposed(_ placement: PlacementDecision) async { await reportExposure(of: placement) }

  /// The name of ``reportExposure(of:showing:)`` in earlier versions.
  @available(*, deprecated, renamed: "reportExposure(of:showing:)")
  public func exposed(_ placement: PlacementDecision, showing product: DisplayedProduct) async {
    await reportExposure(of: placement, showing: product)
  }

  /// Reports that a bought paywall was rendered. An exposure that the app has reported by itself is
  /// not repeated.
  func exposeOnce(_ placement: PlacementDecision, _ product: DisplayedProduct) async {
    guard let experiment = placement.reported, let who = placement.parts.who,
      !purchases.told.contains(Self.exposureKey(placement.id, experiment.id, who))
    else { return }
    await reportExposure(of: placement, showing: product)
  }

  private static func exposureKey(
    _ placement: String, _ experiment: String, _ who: VisitorIdentity
  ) -> String {
    Fingerprint.short(of: placement, experiment, who.anonymousId, who.userId)
  }

  /// Sends waiting messages to the server. Runs by itself; an app may call it before it is suspended.
  public func flush() async {
    guard await ready(within: StorageQueue.timeout) != nil else { return }
    await sendAll()
    await deliver()
  }

  /// The number of exposures and log-ins that the server does not have yet.
  public var waiting: Int {
    get async {
      _ = await ready(within: StorageQueue.timeout)
      return outbox.queue.count
    }
  }

  func enqueue(_ message: OutboxEntry.Message) {
    outbox.mostBytes = configuration.mostWaitingBytes - purchases.bytesOnDisk
    let (added, dropped) = outbox.add(message, isKept: isVisitorKept)
    drop(dropped, because: "Too many were waiting.")
    keep(added)
  }

  private func keep(_ queued: OutboxEntry) {
    guard let name = queued.file else { return }
    save(queued.message, at: name)
  }

  /// Puts back the messages of an earlier run, and writes those that came before the storage answered.
  func restore(_ stored: [OutboxEntry]) {
    let (added, dropped) = outbox.restore(stored)
    for queued in added { keep(queued) }
    drop(dropped, because: "Too many were waiting.")
  }

  func drop(_ queued: [OutboxEntry], because reason: String) {
    guard !queued.isEmpty else { return }
    forget(queued)
    configuration.advanced.log(.exposuresDropped(count: queued.count, because: reason))
  }

  func forget(_ queued: [OutboxEntry]) {
    let names = outbox.remove(queued)
    guard !names.isEmpty else { return }
    storage.write(configuration.advanced.log) { storage in
      for name in names { try storage.remove(name) }
    }
  }
}

extension PlacementDecision {
  /// The exposure that rendering this reports; without a variant if the visitor was held out.
  fileprivate var reported: (id: String, variant: String?, phase: Int)? {
    if isExposure, let experiment {
      return (experiment.id, experiment.variant, experiment.phase)
    }
    return heldOutOf.map { ($0.id, nil, $0.phase) }
  }

  fileprivate var attributesText: String? {
    parts.attributes.map { attributes in
      String(decoding: JSONText { $0.object(attributes) }.bytes, as: UTF8.self)
    }
  }
}

extension ShownPaywall {
  /// `nil` if the placement shows no paywall.
  fileprivate init?(_ placement: PlacementDecision, _ product: DisplayedProduct?) {
    guard let paywall = placement.paywall else { return nil }
    self.init(
      paywall: paywall.id, content: placement.parts.digests?.content,
      products: placement.parts.digests?.products, product: product?.id, price: product?.milliunits,
      currency: product?.currency, introductoryEligible: product?.isEligibleForIntroOffer)
  }
}
