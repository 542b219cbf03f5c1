import Catalog

extension Paywalls {
  /// The app has rendered this paywall. The exposure is kept until the server has it, also over a
  /// restart; an answer without ``Placement/isExposure`` is ignored. It counts for the visitor whom
  /// the placement was assigned to, also after a log-out. Returns without waiting for anything slow.
  public func exposed(_ placement: Placement) async {
    guard placement.isExposure, let experiment = placement.experiment, let who = placement.who,
      await ready(within: StorageQueue.timeout) != nil
    else { return }
    if isStillHere(who.visitor) { record(placement, of: who) }
    enqueue(
      .exposure(
        OutboxEntry.Exposure(
          id: configuration.makeId(), experiment: experiment.id, variant: experiment.variant,
          phase: experiment.phase, placement: placement.id, at: now.milliseconds,
          isServerTime: time.isKnown, who: who)))
    flush(in: configuration.gathering)
  }

  /// Sends waiting messages to the server. Runs by itself; an app may call it before it is suspended.
  public func flush() async {
    guard await ready(within: StorageQueue.timeout) != nil else { return }
    await sendAll()
  }

  /// The number of exposures and log-ins that the server does not have yet.
  public var waiting: Int {
    get async {
      _ = await ready(within: StorageQueue.timeout)
      return outbox.queue.count
    }
  }

  func enqueue(_ message: OutboxEntry.Message) {
    let (added, dropped) = outbox.add(message, isKept: isVisitorKept)
    drop(dropped, because: "Too many were waiting.")
    keep(added)
  }

  private func keep(_ queued: OutboxEntry) {
    guard let name = queued.file else { return }
    storage.write(configuration.log) { try $0.keep(queued.message, at: name) }
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
    configuration.log(.exposuresDropped(count: queued.count, because: reason))
  }

  func forget(_ queued: [OutboxEntry]) {
    let names = outbox.remove(queued)
    guard !names.isEmpty else { return }
    storage.write(configuration.log) { storage in
      for name in names { try storage.remove(name) }
    }
  }
}
