import Foundation
import HTTPService
import Ledger
import Logging
import PaywallAPI
import PaywallCatalog
import PaywallServer
import Serving
import Synchronization

/// A folder whose experiment is one line, its seed and its status, beside a ledger that keeps the
/// terms of its phase or is away.
struct FrozenFolder {
  let folder: TemporaryFolder
  let kept = KeptTerms()
  let lines = LogLines()
  let metrics = ServerMetrics()
  private static let file = "Experiments/annual-trial.yaml"

  init(_ experiment: String) throws {
    folder = try TemporaryFolder()
    try write(experiment)
  }

  func write(_ experiment: String) throws { try folder.write(experiment, to: Self.file) }

  /// `7f3a9c21 running`, or `broken`.
  static let load: FolderLoader = { folder in
    let bytes = FileManager.default.contents(atPath: "\(folder)/\(file)") ?? Data()
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").map(String.init)
    guard words.count == 2 else {
      return LoadedFolder(snapshot: nil, errors: ["\(file):1:1: error: broken"])
    }
    return LoadedFolder(snapshot: snapshot(seed: words[0], ExperimentStatus(rawValue: words[1])))
  }

  static func snapshot(seed: String, _ status: ExperimentStatus? = .running) -> Snapshot {
    var snapshot = Snapshot.lumen
    snapshot.keys = TestServer.allKeys
    snapshot.experiments["annual-trial"]?.seed = seed
    snapshot.experiments["annual-trial"]?.status = status ?? .draft
    snapshot.release = TestServer.digest("\(seed) \(status?.rawValue ?? "")")
    return snapshot
  }

  /// A reloader that serves what the folder says, whether or not it was compared.
  func reloader(
    isCompared: Bool = true, now: String = "2026-12-05T12:00:00Z",
    load: @escaping FolderLoader = load
  ) throws -> (Reloader, CurrentRelease) {
    let snapshot = load(folder.path).snapshot ?? Self.snapshot(seed: "none", .draft)
    let current = CurrentRelease(PreparedRelease(snapshot))
    let logger = lines.logger(.trace, .json, at: { time(now) })
    let stamp = FolderStamp(of: folder.path)
    if isCompared { try state.keep(stamp, of: folder.path, as: snapshot.release) }
    let reloader = Reloader(
      folder: folder.path, stamp: stamp, load: load, prepare: { PreparedRelease($0) },
      current: current, state: state, phases: kept.read, record: kept.record, tell: kept.tell,
      isCompared: isCompared, now: { time(now) },
      metrics: metrics, logger: logger)
    return (reloader, current)
  }

  var state: StateDirectory { StateDirectory(folder.path + "/.paywall") }

  /// The seed in the copy that a start would find.
  var copiedSeed: String? {
    state.currentCopy.flatMap { Self.load($0).snapshot?.experiments["annual-trial"]?.seed }
  }
}

/// The terms that a ledger would read, or that it is away.
final class KeptTerms: Sendable {
  private let terms = Mutex<[PhaseTerms]?>([])
  let timeline = Mutex(Timeline())

  /// The terms of the snapshot's experiment, as of the first exposure.
  func keep(_ snapshot: Snapshot, phase: Int = 1) {
    guard let terms = snapshot.experiments["annual-trial"]?.frozenTerms(in: snapshot) else {
      return
    }
    self.terms.withLock {
      $0 = [
        PhaseTerms(
          experiment: "annual-trial", phase: phase, terms: terms,
          frozenAt: time("2026-12-02T00:00:00Z"))
      ]
    }
  }

  private let served = Mutex<[String]>([])
  /// The releases that were written to the timeline.
  var releases: [String] { served.withLock { $0 } }

  @Sendable func record(_ release: ServedRelease, at now: Timestamp) async throws(LedgerFailure) {
    _ = try await read()
    served.withLock { $0.append(release.release) }
  }

  /// The releases whose endpoints and credits were told.
  let told = Mutex<[String]>([])

  @Sendable func tell(_ snapshot: Snapshot) async throws(LedgerFailure) {
    _ = try await read()
    told.withLock { $0.append(snapshot.release) }
  }

  func goAway() { terms.withLock { $0 = nil } }

  func comeBack() { terms.withLock { $0 = [] } }

  @Sendable func read() async throws(LedgerFailure) -> KeptPhases {
    guard let terms = terms.withLock({ $0 }) else { throw .unavailable("away") }
    return KeptPhases(terms: terms, timeline: timeline.withLock { $0 })
  }
}

extension Reloader.Outcome {
  /// The mistakes of a folder that is not taken.
  var refusal: [String]? { if case .refused(let diagnostics) = self { diagnostics } else { nil } }
}

extension ReleaseCondition {
  /// The mistakes of the folder whose copy is served.
  var copiedFor: [String]? {
    if case .servingCopy(let diagnostics) = self { diagnostics } else { nil }
  }
}

extension CurrentRelease {
  var seed: String? { value.snapshot.experiments["annual-trial"]?.seed }
}
