import Ledger
import PaywallCatalog
import PaywallTextCoding
import Serving

/// The history of the service, by the ledger's timeline: for exposures that arrive after another
/// release came into service. Immutable; a class, so that a request copies none of it.
final class ServedHistory: Sendable {
  /// The changes of each phase, in the order in which they came.
  private let changes: [PhaseName: [(part: PhaseState.Part, event: TimelineEvent)]]
  /// Each time that another release came into service, the earliest first.
  private let releases: [(at: Timestamp, release: String)]

  init(_ timeline: Timeline = Timeline()) {
    var changes: [PhaseName: [(part: PhaseState.Part, event: TimelineEvent)]] = [:]
    for event in timeline.events {
      guard case .phase(let experiment, let number, let part) = event.subject else { continue }
      changes[PhaseName(experiment, number), default: []].append((part, event))
    }
    self.changes = changes
    let first = timeline.releases.map { (at: $0.firstServedAt, release: $0.release) }
    let again = timeline.events.compactMap { event in
      event.subject == .release ? (at: event.at, release: event.value) : nil
    }
    releases = (first + again).sorted { $0.at < $1.at }
  }

  /// The start of the service of a release; `nil` if it is not the last one of the timeline.
  func start(of release: String) -> Timestamp? {
    releases.last.flatMap { $0.release.hasSameUTF8(as: release) ? $0.at : nil }
  }

  /// The release that was in service at a moment; `nil` before the first one that is known.
  func release(at moment: Timestamp) -> String? {
    releases.last { $0.at <= moment }?.release
  }

  /// Returns the service of a phase at a moment. All of it is unknown before the timeline begins.
  func service(of experiment: String, phase: Int, at moment: Timestamp) -> EarlierService {
    var state = PhaseState(experiment: experiment, phase: phase)
    var audience: String?
    for (part, event) in changes[PhaseName(experiment, phase)] ?? [] {
      if event.at <= moment { state.parts[part] = event.value }
      if part == .audience { audience = event.value }
    }
    return EarlierService(
      stage: state.stage(at: moment), traffic: state.traffic(at: moment),
      hasSameAudience: audience != nil && state.parts[.audience] == audience)
  }
}
