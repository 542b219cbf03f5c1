import HTTPDocuments

/// The work of `POST /v1/VERB`, for its path and for the buttons of the page.
enum StoreVerbs {
  typealias Work = @Sendable (StoreService) async throws -> StoreAnswer

  /// The readers of bodies by verb; each returns the work that a body asks for.
  static let all: [String: @Sendable (inout MemberReader) throws -> Work] = {
    var all: [String: @Sendable (inout MemberReader) throws -> Work] = [
      "advance": { body in
        switch try ClockReader.move(&body) {
        case .by(let period): { try await $0.advance(by: period) }
        case .to(let moment): { try await $0.advance(to: moment) }
        }
      },
      "rate": { body in
        let rate = try ClockReader.rate(&body)
        return { try await $0.run(at: rate) }
      },
      "faults": { body in
        let faults = try FaultReader.faults(&body)
        return { try await $0.inject(faults) }
      },
    ]
    for (verb, read) in CauseReader.verbs {
      all[verb] = { body in
        let cause = try read(&body)
        return { try await $0.apply(cause) }
      }
    }
    return all
  }()
}
