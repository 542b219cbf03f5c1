import Foundation
import PaywallCatalog
import PaywallTextCoding

extension Paywalls {
  /// The visitor, from what an earlier run stored. The storage gets the time, but no more than half a
  /// second, because another visitor is worse than another source; if it does not answer, the visitor
  /// is temporary, and the stored one replaces it as soon as it can be read.
  ///
  /// - Returns: `nil` if the caller was cancelled before anything was known.
  func ready(within time: Duration) async -> VisitorIds? {
    if let visitor, !isTemporary { return visitor }
    if hasFailedToLoad {
      hasFailedToLoad = false
      loading = storage.start { StoredState($0) }
    } else if let visitor {
      // The storage was late once: it is awaited in the background.
      return visitor
    }
    let attempt = loading
    let loaded = await attempt.value(within: min(time, StorageQueue.timeout), clock)
    if let loaded {
      end(attempt, with: loaded)
    } else {
      if Task.isCancelled, visitor == nil { return nil }
      Task { [weak self] in
        let late = await attempt.value
        await self?.end(attempt, with: late)
      }
    }
    return visitor ?? makeTemporaryVisitor()
  }

  /// A visitor until the storage answers.
  private func makeTemporaryVisitor() -> VisitorIds {
    let visitor = new()
    self.visitor = visitor
    isTemporary = true
    return visitor
  }

  private func new() -> VisitorIds {
    VisitorIds(anonymousId: configuration.makeId(), firstSeen: now.milliseconds)
  }

  /// Takes the storage's answer, which came in time or late.
  private func end(_ attempt: Task<StoredState?, Never>, with loaded: StoredState?) {
    guard attempt == loading, isTemporary || visitor == nil else { return }
    guard let loaded else {
      hasFailedToLoad = true
      return
    }
    adopt(loaded)
  }

  private func adopt(_ loaded: StoredState) {
    if let stored = loaded.time { time.restore(stored, clock) }
    let isNew = !assignments.isEmpty
    if let stored = loaded.assignments { assignments.restore(stored) }
    isVisitorKept = true
    if isNew { keepAssignments() }
    let (visitor, isNewUser) = merge(loaded.visitor)
    self.visitor = visitor
    isTemporary = false
    restore(loaded.queue)
    if isNewUser { enqueueAlias(of: visitor) }
    if loaded.visitor == nil {
      claimFolder(for: visitor)
    } else if visitor != loaded.visitor {
      keepVisitor()
    }
    adoptPurchases(loaded.purchases)
    if !outbox.queue.isEmpty { flush(in: configuration.gathering) }
    let prefix = StoredAnswer.prefix(visitor)
    storage.write(configuration.advanced.log) { try $0.sweepAnswers(keeping: prefix) }
  }

  /// Returns the stored visitor, with the user who logged in before it could be read; the temporary
  /// one if none is stored, or if the stored user has logged out.
  ///
  /// - Returns: the visitor, and true if the server must get an alias for the user.
  func merge(_ stored: VisitorIds?) -> (visitor: VisitorIds, isNewUser: Bool) {
    guard let temporary = visitor else { return (stored ?? new(), false) }
    guard let stored else { return (temporary, false) }
    let user = temporary.userId ?? stored.userId
    let isOther = stored.userId.map { !$0.utf8.elementsEqual((user ?? "").utf8) } ?? false
    if isDecided || isOther {
      assignments.forget(stored)
      keepAssignments()
      return (temporary, false)
    }
    answers = [:]
    session.inherit()
    earlierIds.insert(UTF8Key(temporary.anonymousId))
    let visitor = VisitorIds(
      anonymousId: stored.anonymousId, userId: user, firstSeen: stored.firstSeen,
      userProof: temporary.userProof ?? stored.userProof)
    let isNewlyProved = visitor.userProof != stored.userProof
    return (visitor, user != nil && (stored.userId == nil || isNewlyProved))
  }
}

extension Storage {
  /// Removes answers to other visitors, and this visitor's beyond 100.
  fileprivate func sweepAnswers(keeping prefix: String) throws {
    let names = try names(from: "answer-")
    let own = names.filter { $0.hasPrefix(prefix) }
    for name in names.filter({ !$0.hasPrefix(prefix) }) + own.dropFirst(100) { try remove(name) }
  }
}
