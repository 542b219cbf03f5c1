import Catalog
import Foundation
import Subscribers
import TextCoding

extension Paywalls {
  /// What to show at a placement. Always answers, within the time: from an answer that is still
  /// fresh, from the server, from an earlier answer, or decided on the device from a bundle.
  ///
  /// - Parameters:
  ///   - id: the placement, as the configuration calls it.
  ///   - attributes: of this question alone, over those of the client.
  ///   - budget: the time for everything; `nil` is the client's.
  /// - Returns: the answer with its source. A task that is cancelled gets, at once, what needs no
  ///   waiting.
  public func placement(
    _ id: String, attributes: [String: AttributeValue] = [:], within budget: Duration? = nil
  ) async -> Placement {
    let budget = budget ?? configuration.budget
    let end = clock.running() + budget
    guard let visitor = await ready(within: budget) else { return .unknown(id, [.storage]) }
    renewSession()
    let question = Question(of: visitor, own: attributes, in: self)
    let kept = await keptAnswer(id, for: visitor, within: min(end - clock.running(), budget / 4))
    if let kept, kept.question == question.digest, kept.isValid(at: now) {
      let age = kept.age(time, clock)
      switch kept.usefulness(at: age) {
      case .fresh:
        if let answer = give(kept.answer.from(.cache(age: age)), for: question) { return answer }
      case .whileRevalidating:
        if let answer = give(kept.answer.from(.cache(age: age)), for: question) {
          _ = ask(id, question)
          return answer
        }
      case .ifError, .tooOld: break
      }
    }
    var setbacks: [Setback] = []
    // What bundles there are is mostly known by now; if not, that takes its share.
    let reserve = bundles == nil && verifier != nil ? min(budget / 5, .milliseconds(200)) : .zero
    let asked = await ask(id, question).value(within: end - clock.running() - reserve, clock)
    switch asked {
    case .success(let answer)?:
      if let answer = give(answer, for: question) { return answer }
      setbacks.append(.otherVariant)
    case .failure(let failure)?: setbacks.append(.network(failure))
    case nil: setbacks.append(.network(Task.isCancelled ? .cancelled : .timedOut))
    }
    return await fallBack(id, question, kept, setbacks, until: end)
  }

  /// Without the server: an earlier answer, a bundle in time, a bundle that is too old, an earlier
  /// answer that is too old or in another language.
  private func fallBack(
    _ id: String, _ question: Question, _ kept: KeptAnswer?, _ setbacks: [Setback],
    until end: Duration
  ) async -> Placement {
    var setbacks = setbacks
    let earlier = kept.map { kept in
      let age = kept.age(time, clock)
      let isGood =
        kept.usefulness(at: age) >= .ifError && kept.isValid(at: now)
        && kept.locale == question.locale
      return (isGood: isGood, answer: kept.answer.from(.cache(age: age)))
    }
    if let earlier, earlier.isGood {
      if let answer = give(earlier.answer.after(setbacks), for: question) { return answer }
      setbacks.append(.otherVariant)
    } else {
      setbacks.append(.noCache)
    }
    if let answer = await decide(id, question, &setbacks, until: end) { return answer }
    if let earlier, !earlier.isGood,
      let answer = give(earlier.answer.after(setbacks), for: question)
    {
      return answer
    }
    guard isStillHere(question.visitor),
      let pinned = session.pinned(at: id, at: clock.running())
    else { return .unknown(id, setbacks) }
    return pinned.after(setbacks)
  }

  /// Decided on this device.
  private func decide(
    _ id: String, _ question: Question, _ setbacks: inout [Setback], until end: Duration
  ) async -> Placement? {
    if bundles == nil, let loaded = await bundling.value(within: end - clock.running(), clock),
      bundles == nil
    {
      bundles = loaded
    }
    guard let bundles else {
      setbacks.append(.noBundle("The bundles were not read in time."))
      return nil
    }
    let records = assignments.records(of: question.who)
    let given = assignments.experiments(of: question.who, at: id)
    for (bundle, source) in bundles.inOrder(at: now) {
      guard now.elapsed(since: bundle.issued) <= configuration.longestBundleAge else {
        setbacks.append(
          .noBundle("The bundle that was signed at \(bundle.issued.rfc3339) is too old."))
        continue
      }
      var (answer, drawn) = bundle.answer(
        id, question.attributes, records: records, at: now, as: source)
      if drawn != nil, given.contains(where: { !bundle.holds($0) }) {
        answer = bundle.answerToKept(id, question.attributes, at: now, as: source)
        drawn = nil
      }
      if let answer = give(answer.after(setbacks), for: question, drawn: drawn) {
        return answer
      }
      setbacks.append(.otherVariant)
    }
    setbacks += bundles.troubles.map { .noBundle($0) }
    return nil
  }

  /// Hands an answer out, in view of what this session has shown; `nil` if it does not agree.
  private func give(
    _ answer: Placement, for question: Question, drawn: RecordedAssignment? = nil
  ) -> Placement? {
    var answer = answer
    answer.who = question.who
    guard isStillHere(question.visitor) else { return answer }
    let isInherited = question.visitor != visitor
    guard let given = session.settle(answer, at: clock.running(), isInherited: isInherited) else {
      return nil
    }
    // What the server has recorded, or this device has drawn; all else is when it is rendered.
    let isRecorded = given.source == .network && given.experiment?.isRecorded ?? false
    if isRecorded || drawn != nil { note(given, of: question.who, drawn: drawn) }
    return given
  }

  /// The visitor did not log out since; a log-in is the same person still.
  func isStillHere(_ visitor: VisitorIds) -> Bool {
    visitor.anonymousId.utf8.elementsEqual(self.visitor?.anonymousId.utf8 ?? "".utf8)
      || earlierIds.contains(UTF8Key(visitor.anonymousId))
  }

  /// Keeps a variant as this visitor's.
  func note(_ answer: Placement, of who: Queued.Who, drawn: RecordedAssignment? = nil) {
    let unit = answer.experiment.flatMap { experiment in
      bundles?.download?.unit(of: experiment.id) ?? bundles?.file?.unit(of: experiment.id)
    }
    guard assignments.add(answer, of: who, unit: unit, drawn: drawn, at: now) else { return }
    keepAssignments()
  }

  func keepAssignments() {
    guard isVisitorKept else { return }
    let assignments = assignments
    disk.write(configuration.log) { try $0.keep(assignments, at: Loaded.assignmentsFile) }
  }
}

extension Placement {
  static func unknown(_ id: String, _ setbacks: [Setback]) -> Placement {
    Placement(
      id: id, shows: .unknown, reason: .other(""), experiment: nil, notEnrolled: nil,
      exposes: false, revision: nil, validUntil: nil, isDegraded: false, source: .nothing,
      setbacks: setbacks)
  }

  func from(_ source: Source) -> Placement {
    var answer = self
    answer.source = source
    return answer
  }

  func after(_ setbacks: [Setback]) -> Placement {
    var answer = self
    answer.setbacks = setbacks
    return answer
  }
}
