import Catalog
import Foundation
import TextCoding

extension Paywalls {
  /// Takes up what an earlier run left. The storage gets the time, but no more than half a second,
  /// because another visitor is worse than another source; if it does not answer, a temporary visitor
  /// asks, and the stored one is taken up as soon as it can be read.
  ///
  /// - Returns: `nil` if the caller was cancelled before anything was known.
  func ready(within time: Duration) async -> VisitorIds? {
    if let visitor, !isTemporary { return visitor }
    if hasFailedToLoad {
      hasFailedToLoad = false
      loading = disk.start { Loaded($0) }
    } else if let visitor {
      // What was late once is waited for behind.
      return visitor
    }
    let attempt = loading
    let loaded = await attempt.value(within: min(time, Disk.patience), clock)
    if let loaded {
      end(attempt, with: loaded)
    } else {
      if Task.isCancelled, visitor == nil { return nil }
      Task { [weak self] in
        let late = await attempt.value
        await self?.end(attempt, with: late)
      }
    }
    return visitor ?? standIn()
  }

  /// A visitor for as long as it is not known whether there is one.
  private func standIn() -> VisitorIds {
    let visitor = new()
    self.visitor = visitor
    isTemporary = true
    return visitor
  }

  private func new() -> VisitorIds {
    VisitorIds(anonymousId: configuration.makeId(), firstSeen: now.milliseconds)
  }

  /// The storage has answered, be it late.
  private func end(_ attempt: Task<Loaded?, Never>, with loaded: Loaded?) {
    guard attempt == loading, isTemporary || visitor == nil else { return }
    guard let loaded else {
      hasFailedToLoad = true
      return
    }
    adopt(loaded)
  }

  private func adopt(_ loaded: Loaded) {
    if let stored = loaded.time { time.recall(stored) }
    let isNew = !assignments.isEmpty
    if let stored = loaded.assignments { assignments.recall(stored) }
    isVisitorKept = true
    if isNew { keepAssignments() }
    let (visitor, isNewUser) = choose(loaded.visitor)
    self.visitor = visitor
    isTemporary = false
    recall(loaded.queue)
    if isNewUser { tellAlias(of: visitor) }
    if visitor != loaded.visitor { keepVisitor() }
    if !outbox.queue.isEmpty { flush(in: configuration.gathering) }
    let prefix = StoredAnswer.prefix(visitor)
    disk.write(configuration.log) { try $0.sweepAnswers(keeping: prefix) }
  }

  /// The visitor of the storage, with the user who logged in before it could be read; the temporary
  /// one if there is none, or if it is of somebody who logged out.
  ///
  /// - Returns: also whether the server is to be told of the user.
  private func choose(_ stored: VisitorIds?) -> (visitor: VisitorIds, isNewUser: Bool) {
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
  /// Answers to others are removed, and of this visitor's what would be too many.
  fileprivate func sweepAnswers(keeping prefix: String) throws {
    let names = try names(from: "answer-")
    let own = names.filter { $0.hasPrefix(prefix) }
    for name in names.filter({ !$0.hasPrefix(prefix) }) + own.dropFirst(100) { try remove(name) }
  }
}
