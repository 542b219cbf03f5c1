import HTTPDocuments
import LocalAppStore
import LocalAppStoreClient
import LocalAppStoreServer
import YAMLText

/// One story on its way: the values of its names, and the differences so far.
struct StoryRun {
  let story: Story
  let seed: UInt64
  let store: StoreService
  let backEnd: BackEndClient
  let deliveries: DeliveryLog
  let isOurs: Bool
  let patience: Duration
  private(set) var differences: [StoryDifference] = []
  /// The customer of the last cause.
  var present: String?
  /// The values that steps named with 'as' and 'take'.
  var names: [String: JSONValue] = [:]
  /// The number of notifications that 'sent' has judged, by the customer that it names; '' for all.
  var judged: [String: Int] = [:]
  /// The notifications whose attempts the story itself judges.
  var judgedAttempts: Set<String> = []

  mutating func play() async {
    present = story.given.customers.lazy.compactMap(\.customer).first
    do {
      for customer in story.given.customers { _ = try await store.apply(customer) }
      if let faults = story.given.faults { _ = try await store.inject(seeded(faults)) }
    } catch {
      guard let first = story.steps.first else { return }
      return differ(at: first.range, "the story cannot begin: \(Self.words(for: error))")
    }
    // Each step relies on the steps before it, so the first failure ends the story.
    for step in story.steps where await !succeeds(step) { break }
    await judgeDeliveries()
  }

  /// Whether a step could be made, as expected or not.
  private mutating func succeeds(_ step: Story.Step) async -> Bool {
    do {
      try await perform(step)
      return true
    } catch let difference as StoryDifference {
      differences.append(difference)
    } catch {
      differ(at: step.range, Self.words(for: error))
    }
    return false
  }

  private mutating func perform(_ step: Story.Step) async throws {
    switch step.action {
    case .cause(let cause): try await happen(cause, at: step.range)
    case .move(.by(let length)): _ = try await store.advance(by: length)
    case .move(.to(let moment)): _ = try await store.advance(to: moment)
    case .inject(let faults): _ = try await store.inject(seeded(faults))
    case .sent(let items, let customer):
      try await checkSent(items, of: customer, at: step.range)
    case .world(let expected, let customer):
      let card = try await store.customer(try customer ?? requirePresent(at: step.range))
      differ(in: "the world", try await expectation(expected).mismatches(with: try card.value))
    case .server(let expected, let customer):
      try await checkServer(expected, of: customer, at: step.range)
    case .request(let request): try await ask(request, at: step.range)
    }
  }

  private func seeded(_ faults: DeliveryFaults) -> DeliveryFaults {
    var faults = faults
    if faults.seed == 0 { faults.seed = seed }
    return faults
  }

  private mutating func happen(_ cause: Story.Cause, at range: SourceRange) async throws {
    var value = JSONValue.null
    if let members = cause.members { value = try await resolved(members) }
    let answer: StoreAnswer
    do {
      let cause = try CauseTemplate.cause(cause.verb, value, try await defaults())
      answer = try await store.apply(cause)
    } catch let problem as Problem {
      throw StoryDifference(
        at: range, problem.text(about: "'\(cause.verb)'"),
        help: "name it, or let the customer buy something first")
    } catch let refusal as StoreRefusal {
      guard cause.refusal == refusal.code else {
        throw StoryDifference(
          at: range, "the App Store refuses '\(cause.verb)' with \(refusal.code)",
          expected: cause.refusal.map { "the refusal \($0)" } ?? "that it happens",
          seen: refusal.sentences,
          help: cause.refusal == nil
            ? "write 'refused: \(refusal.code)' below it if that is meant" : nil)
      }
      return
    }
    if let customer = answer.customer?.id { present = customer }
    if let refusal = cause.refusal {
      differ(
        at: range, "'\(cause.verb)' was to be refused", expected: refusal, seen: "it happened")
    }
    guard let name = cause.name else { return }
    guard let transaction = answer.transaction else {
      throw StoryDifference(
        at: range, "'\(cause.verb)' begins no transaction that could be called '\(name)'",
        help: "a change that begins with the next renewal has none yet")
    }
    names[name] = .text(transaction.id)
  }

  func requirePresent(at range: SourceRange) throws -> String {
    guard let present else { throw StoryDifference(at: range, "there is no customer yet") }
    return present
  }

  mutating func differ(
    at range: SourceRange, _ message: String, expected: String? = nil, seen: String? = nil,
    help: String? = nil
  ) {
    differences.append(
      StoryDifference(at: range, message, expected: expected, seen: seen, help: help))
  }

  mutating func add(_ difference: StoryDifference) { differences.append(difference) }

  /// - Parameter subject: the thing that was compared.
  mutating func differ(in subject: String, _ mismatches: [Expectation.Mismatch]) {
    differences += mismatches.map { StoryDifference($0, in: subject) }
  }

  /// Returns the text that people read for an error that belongs to a step.
  private static func words(for error: any Error) -> String {
    switch error {
    case let refusal as StoreRefusal: refusal.sentences
    case let problem as StoreProblem: problem.detail
    case let problem as Problem: problem.detail
    case let error as BackEndError: error.reason
    default: "\(error)"
    }
  }
}
