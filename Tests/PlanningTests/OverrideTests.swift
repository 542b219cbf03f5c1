import PaywallCatalog
import Planning
import Serving
import Testing

/// A deliberate change of a frozen value, and the override that allows it and no other.
@Suite struct OverrideTests {
  private static let annual = "Experiments/annual-trial.yaml"
  private let less = Folder.lumen.replacing("traffic: 50%", by: "traffic: 20%", in: annual)

  private func digest(_ head: Folder, of id: String = "annual-trial") throws -> String {
    let change = OverridableChange(
      of: id, from: try Folder.lumen.load(), to: try head.load(), at: today)
    return try #require(change?.digest)
  }

  private func allowing(
    _ digest: String, phase: Int = 1, in folder: Folder, reason: String = "Support cannot cope"
  ) -> Folder {
    folder.replacing(
      "title:", by: "override: { phase: \(phase), digest: \(digest), reason: \(reason) }\ntitle:",
      in: Self.annual)
  }

  private func found(_ head: Folder, from base: Folder = .lumen) throws -> [Breach] {
    breaches(from: try base.load(), to: try head.load(), at: today)
  }

  @Test func `an override allows its change with a warning that names the reason`() throws {
    #expect(try found(less).map(\.severity) == [.error])
    let breach = try #require(try found(allowing(digest(less), in: less)).first)
    #expect(breach.code == .trafficShrunk && breach.severity == .warning)
    #expect(breach.message.hasSuffix("; the override allows it: Support cannot cope"))
  }

  @Test(arguments: [
    ("traffic: 50%", "traffic: 19%"), ("seed: 7f3a9c21", "seed: 00000001"),
    ("0%-40%", "0%-30%"), ("status: running", "status: draft"),
  ])
  func `it allows no other change`(old: String, new: String) throws {
    let other = Folder.lumen.replacing(old, by: new, in: Self.annual)
    let both = less.replacing(
      old == "traffic: 50%" ? "traffic: 20%" : old, by: new, in: Self.annual)
    for head in [other, both] {
      let found = try found(allowing(digest(less), in: head))
      #expect(found.contains { $0.severity == .error })
      #expect(
        found.contains {
          $0.code == .overrideUnused && $0.severity == .warning
            && $0.message.contains("allows another change")
        })
    }
  }

  /// Other rules do not judge a draft or an archived experiment.
  @Test(
    arguments: ["draft", "archived"],
    [
      ("seed: 7f3a9c21", "seed: 00000001"), ("traffic: 50%", "traffic: 20%"),
      ("0%-40%", "0%-30%"), ("2026-11-02T09:00Z", "2026-11-02T08:00Z"),
      ("paywall: trial", "paywall: lite"),
    ])
  func `one of a status allows no other frozen value that changes with it`(
    status: String, other: (String, String)
  ) throws {
    let stopped = Folder.lumen.replacing(
      "status: running", by: "status: \(status)", in: Self.annual)
    #expect(try found(allowing(digest(stopped), in: stopped)).map(\.severity) == [.warning])
    let both = stopped.replacing(other.0, by: other.1, in: Self.annual)
    let added = try found(allowing(digest(stopped), in: both))
    #expect(added.contains { $0.severity == .error })
    #expect(added.contains { $0.code == .overrideUnused })
    // A change together with the status may be allowed, and is named.
    let allowed = try found(allowing(digest(both), in: both))
    #expect(allowed.map(\.severity) == [.warning])
    let isSchedule = other.0.hasPrefix("2026")
    #expect(allowed.first?.message.contains("; with it change: ") == !isSchedule)
    // The state in the ledger gives the same digest.
    let base = try Folder.lumen.load()
    let kept = try #require(base.experiments["annual-trial"]).state(in: base)
    let head = try allowing(digest(both), in: both).load()
    #expect(breaches(ofKept: [kept], holdout: nil, by: head, at: today) == [])
  }

  @Test func `one that has come into service allows its change no second time`() throws {
    let allowed = allowing(try digest(less), in: less)
    // Traffic may grow back, and the override was left in the file.
    let grown = allowed.replacing("traffic: 20%", by: "traffic: 50%", in: Self.annual)
    #expect(try found(grown, from: allowed).map(\.severity) == [.warning])
    let again = try found(allowed, from: grown)
    #expect(Set(again.map(\.code)) == [.trafficShrunk, .overrideUnused])
    #expect(again.contains { $0.severity == .error })
    #expect(again.contains { $0.message.hasSuffix("allows no more") })
    let base = try grown.load()
    let kept = try #require(base.experiments["annual-trial"]).state(in: base)
    #expect(
      breaches(ofKept: [kept], holdout: nil, by: try allowed.load(), at: today).map(\.code)
        == [.trafficShrunk])
    let meant = allowing(try digest(less), in: less, reason: "Calls again")
    #expect(try found(meant, from: grown).map(\.severity) == [.warning])
  }

  @Test func `one for another phase allows nothing`() throws {
    let found = try found(allowing(digest(less), phase: 2, in: less))
    #expect(found.map(\.severity).contains(.error))
  }

  @Test func `one that has nothing to allow is a warning`() throws {
    let head = allowing(try digest(less), in: .lumen)
    #expect(try found(head).map(\.code) == [.overrideUnused])
    #expect(try found(head).map(\.severity) == [.warning])
    #expect(try found(head).first?.message.contains("allows nothing") == true)
    // The override was in service already.
    let served = allowing(try digest(less), in: less)
    #expect(try found(served, from: served).map(\.code) == [.overrideUnused])
  }

  @Test func `the digest is of the values, and not of the time or of other changes`() throws {
    let first = try digest(less)
    #expect(first.utf8.count == 32)
    #expect(
      try digest(less.replacing("title: Annual with a trial", by: "title: A", in: Self.annual))
        == first)
    let later = OverridableChange(
      of: "annual-trial", from: try Folder.lumen.load(), to: try less.load(),
      at: today.adding(milliseconds: 86_400_000))
    #expect(later?.digest == first)
    let shares = less.replacing(
      "control: { share: 50%", by: "control: { share: 40%", in: Self.annual
    )
    .replacing("trial: { share: 50%", by: "trial: { share: 60%", in: Self.annual)
    #expect(try digest(shares) != first)
  }

  @Test func `a file that is gone, a phase that went back and a holdout need another way`() throws {
    let back = Folder.lumen.replacing(
      "phase: 2\nseed: 1d2c3b4a", by: "phase: 1\nseed: 1d2c3b4b", in: "Experiments/second.yaml")
    let change = OverridableChange(
      of: "second", from: try Folder.lumen.load(), to: try back.load(), at: today)
    #expect(change?.refused.map(\.code) == [.phaseReused])
    #expect(change?.digest == nil)
    let gone = try Folder.lumen.removing(Self.annual).load()
    #expect(
      OverridableChange(of: "annual-trial", from: try Folder.lumen.load(), to: gone, at: today)
        == nil)
    let holdout = Folder.lumen.replacing(
      "share: 5%", by: "share: 9%", in: "Paywalls/targeting/layers.yaml")
    #expect(
      OverridableChange(
        of: "annual-trial", from: try Folder.lumen.load(), to: try holdout.load(), at: today
      )?.digest == nil)
  }

  /// A server that knows when a pause began finds less than the files, for which the override was
  /// written.
  @Test(arguments: [2000, 5000])
  func `one that was written by files alone allows what a server finds of it`(
    enrolled: Int
  ) throws {
    let ramp = "traffic: [{ share: 20% }, { from: 2026-11-20T00:00Z, share: 50% }]"
    let paused = Folder.lumen.replacing("traffic: 50%", by: ramp, in: Self.annual)
      .replacing("status: running", by: "status: paused", in: Self.annual)
    let seed = paused.replacing("seed: 7f3a9c21", by: "seed: 00000001", in: Self.annual)
    let both = seed.replacing(ramp, by: "traffic: 20%", in: Self.annual)
    let change = OverridableChange(
      of: "annual-trial", from: try paused.load(), to: try both.load(), at: today)
    let written = try #require(change?.digest)
    func found(_ head: Folder) throws -> [Breach] {
      breaches(from: try paused.load(), to: try head.load(), at: today) { _ in
        BasisPoints(enrolled)
      }
    }
    #expect(try found(both).contains { $0.severity == .error })
    let allowed = try found(allowing(written, in: both))
    #expect(!allowed.isEmpty && allowed.allSatisfy { $0.severity == .warning }, "\(allowed)")
    #expect(!allowed.contains { $0.code == .overrideUnused })
    // The override allows nothing else.
    let other = both.replacing("seed: 00000001", by: "seed: 00000002", in: Self.annual)
    #expect(try found(allowing(written, in: other)).contains { $0.severity == .error })
  }

  @Test
  func `what the ledger kept is judged by the same rules, and unknown parts are silent`() throws {
    let base = try Folder.lumen.load()
    let states = base.experiments.values.filter { $0.seed != nil }.map { $0.state(in: base) }
    let holdout = KeptHoldout(base.holdout)
    #expect(breaches(ofKept: states, holdout: holdout, by: base, at: today) == [])
    #expect(
      breaches(ofKept: states, holdout: holdout, by: try less.load(), at: today).map(\.code)
        == [.trafficShrunk])
    #expect(
      breaches(
        ofKept: states, holdout: holdout, by: try allowing(digest(less), in: less).load(), at: today
      )
        == [])
    let bare = states.map {
      PhaseState(
        experiment: $0.experiment, phase: $0.phase, parts: [.terms: $0.parts[.terms] ?? ""])
    }
    #expect(breaches(ofKept: bare, holdout: nil, by: try less.load(), at: today) == [])
    let gone = try Folder.lumen.removing(Self.annual).load()
    #expect(breaches(ofKept: bare, holdout: nil, by: gone, at: today) == [])
    #expect(
      breaches(ofKept: states, holdout: holdout, by: gone, at: today).map(\.code)
        == [.runningRemoved])
    let seed = Folder.lumen.replacing("seed: 7f3a9c21", by: "seed: 00000001", in: Self.annual)
    #expect(
      breaches(ofKept: bare, holdout: nil, by: try seed.load(), at: today).map(\.code)
        == [.frozenChanged])
    // A seed of an earlier phase counts too.
    let third = Folder.lumen.replacing(
      "seed: 7f3a9c21", by: "phase: 3\nseed: 7f3a9c21", in: Self.annual)
    let second = PhaseState(experiment: "annual-trial", phase: 2)
    #expect(
      breaches(ofKept: bare + [second], holdout: nil, by: try third.load(), at: today).map(\.code)
        == [.phaseReused])
  }
}
