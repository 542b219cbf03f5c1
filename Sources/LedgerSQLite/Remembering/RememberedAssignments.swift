import Catalog
import Ledger
import Subscribers
import Synchronization
import TextCoding

/// Recorded assignments that were read lately, so that a visitor who asks again costs no read.
///
/// Each answer rests on ids (`FoundAssignments.restsOn`). After its commit, and before anybody is
/// told, the writer marks the ids of which something has changed: whatever was read before the mark
/// counts no more. Another process that writes to the file is noticed by whoever asks next, within
/// `LookingOut.pause`.
final class RememberedAssignments: Sendable {
  struct Question: Hashable, Sendable {
    let userId: UTF8Key?
    let anonymousId: UTF8Key?
    let environment: AppStoreEnvironment

    init(_ visitor: VisitorIdentity, in environment: AppStoreEnvironment) {
      userId = visitor.userId.map(UTF8Key.init)
      anonymousId = visitor.anonymousId.map(UTF8Key.init)
      self.environment = environment
    }

    fileprivate var size: Int {
      [userId, anonymousId].reduce(0) { $0 + 32 + ($1?.text.utf8.count ?? 0) }
    }
  }

  private struct Answer {
    let assignments: [RecordedAssignment]
    let places: [Int]
    /// The last mark before it was read.
    let mark: UInt64

    /// Bytes, roughly.
    func size(with question: Question) -> Int {
      256 + 8 * places.count + question.size
        + assignments.reduce(0) {
          $0 + 128 + $1.experiment.utf8.count + $1.variant.utf8.count + $1.unit.utf8.count
        }
    }
  }

  private struct State {
    /// What was asked lately, and what was asked before that: once there is too much, the older half
    /// goes.
    var recent: [Question: Answer] = [:]
    var older: [Question: Answer] = [:]
    var recentBytes = 0
    /// The last mark of every place; ids share them.
    var marks = [UInt64](repeating: 0, count: ChangedIds.places)
    var lastMark: UInt64 = 0
    /// The mark of all ids at once.
    var markOfAll: UInt64 = 0
    var lookingOut = LookingOut()

    func counts(_ answer: Answer) -> Bool {
      answer.mark >= markOfAll && answer.places.allSatisfy { marks[$0] <= answer.mark }
    }

    mutating func markAll() {
      lastMark += 1
      markOfAll = lastMark
      // Nothing of what was erased stays.
      (recent, older, recentBytes) = ([:], [:], 0)
    }

    mutating func keep(_ answer: Answer, to question: Question, _ size: Int) {
      if recentBytes + size > mostBytes / 2 { (recent, older, recentBytes) = ([:], recent, 0) }
      recentBytes += size
      recent[question] = answer
    }
  }

  private let state = Mutex(State())

  // MARK: Asking

  /// `nil` if it was not read, or could be otherwise by now.
  func answer(
    to question: Question, at now: ContinuousClock.Instant
  ) -> [RecordedAssignment]? {
    state.withLock { state -> [RecordedAssignment]? in
      guard state.lookingOut.isTrusted(at: now) else { return nil }
      if let answer = state.recent[question] {
        return state.counts(answer) ? answer.assignments : nil
      }
      guard let answer = state.older[question], state.counts(answer) else { return nil }
      state.keep(answer, to: question, answer.size(with: question))
      return answer.assignments
    }
  }

  /// To be asked before a read whose answer is to be kept.
  var lastMark: UInt64 { state.withLock { $0.lastMark } }

  /// - Parameter mark: the last one before it was read.
  func keep(_ found: FoundAssignments, to question: Question, readAfter mark: UInt64) {
    let answer = Answer(
      assignments: found.assignments, places: found.restsOn.map(ChangedIds.place), mark: mark)
    let size = answer.size(with: question)
    guard size <= mostBytes / 1024 else { return }
    state.withLock { state in
      guard state.counts(answer) else { return }
      state.keep(answer, to: question, size)
    }
  }

  // MARK: Changes

  /// To be called once they are in the file, or may be.
  func mark(_ changes: ChangedIds) {
    guard !changes.isEmpty else { return }
    state.withLock { state in
      guard !changes.areAll else { return state.markAll() }
      state.lastMark += 1
      for place in changes.places { state.marks[place] = state.lastMark }
    }
  }

  /// Whether it is time to look out for another process that writes; whoever is told so looks.
  func beginsToLookOut(at now: ContinuousClock.Instant) -> Bool {
    state.withLock { $0.lookingOut.begins(at: now) }
  }

  /// - Parameters:
  ///   - version: SQLite's `data_version` as the one writer of this process sees it, which changes
  ///     when somebody else has written. `nil` if it could not be asked.
  ///   - now: before it was asked.
  func lookedOut(_ version: Int?, at now: ContinuousClock.Instant) {
    state.withLock { state in
      if state.lookingOut.saw(version, at: now) { state.markAll() }
    }
  }
}

/// Bytes of answers, roughly.
private let mostBytes = 16 << 20
