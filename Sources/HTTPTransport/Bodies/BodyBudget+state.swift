import NIOCore

extension BodyBudget.Usage {
  mutating func add(_ bytes: Int, _ owner: ClientAddress) {
    self.bytes += bytes
    let all = byAddress[owner, default: 0] + bytes
    byAddress[owner] = all > 0 ? all : nil
  }
}

extension BodyBudget.State {
  var bytes: Int { usages.reduce(0) { $0 + $1.bytes } }

  /// Drops the bodies that stalled first, as long as the share is short.
  mutating func makeRoom(
    for bytes: Int, _ share: BodyBudget.Share, _ owner: ClientAddress, at now: NIODeadline,
    _ dropped: inout [BodyBudget.Held]
  ) -> Bool {
    let usage = usages[share.rawValue]
    guard bytes <= usage.capacity,
      usage.byAddress[owner, default: 0] + bytes <= usage.capacity / BodyBudget.addressDivisor
    else { return false }
    while usages[share.rawValue].bytes + bytes > usage.capacity {
      guard let stalled = stalled(share, at: now), let held = held[stalled] else { return false }
      remove(stalled)
      dropped.append(held)
    }
    return true
  }

  /// The body of a share that has made no progress for longest, if that is too long.
  private mutating func stalled(
    _ share: BodyBudget.Share, at now: NIODeadline
  ) -> ObjectIdentifier? {
    while let first = usages[share.rawValue].progress.first {
      if isCurrent(first) {
        return first.at + BodyBudget.patience <= now ? first.body : nil
      }
      usages[share.rawValue].progress.removeFirst()
    }
    return nil
  }

  private func isCurrent(_ entry: BodyBudget.Progress) -> Bool {
    held[entry.body]?.progress == entry.number
  }

  mutating func note(_ body: ObjectIdentifier, at now: NIODeadline) {
    guard let share = held[body]?.share.rawValue else { return }
    lastProgress += 1
    held[body]?.progress = lastProgress
    usages[share].progress.append(
      BodyBudget.Progress(body: body, number: lastProgress, at: now))
    // Outdated progress is forgotten once it is the majority.
    guard usages[share].progress.count > 2 * held.count + 64 else { return }
    usages[share].progress = CircularBuffer(usages[share].progress.filter(isCurrent))
  }

  mutating func remove(_ body: ObjectIdentifier) {
    guard let gone = held.removeValue(forKey: body) else { return }
    usages[gone.share.rawValue].add(-gone.bytes, gone.owner)
  }
}
