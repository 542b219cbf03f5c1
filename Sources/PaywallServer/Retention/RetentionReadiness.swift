package import PaywallAPI
package import PaywallCatalog

/// The retention messages that customers should see and do not, as readiness reports them.
package enum RetentionReadiness {
  package static func reasons(_ snapshot: Snapshot, at now: Timestamp) -> [ReadinessReason] {
    let messages = snapshot.messagesNotApproved(at: now)
    guard !messages.isEmpty else { return [] }
    let names = messages.map { "'\($0)'" }.joined(separator: ", ")
    return [
      ReadinessReason(
        "retentionNotApproved",
        "the placement '\(RetentionMessage.placement)' shows \(names), which Apple approved in no language, so customers see Apple's own message; 'paywall retention status' says what is missing",
        .note)
    ]
  }
}

extension Snapshot {
  /// The messages of the placement and of its running experiments that an environment of the app
  /// has in no approved language, sorted.
  fileprivate func messagesNotApproved(at now: Timestamp) -> [String] {
    let cancel = RetentionMessage.placement
    guard let placement = placements[cancel] else { return [] }
    let variants = experiments.values.filter {
      $0.placements.contains(cancel) && $0.stage(at: now) == .running
    }.flatMap(\.variants)
    let shows =
      [placement.default] + placement.rules.map(\.show)
      + variants.compactMap { $0.show(at: cancel) }
    let environments = app.environments.filter { $0 != .xcode }
    let open = retention.values.filter { message in
      shows.contains(.paywall(message.id))
        && environments.contains { environment in
          let states = retentionStates[environment] ?? RetentionStates()
          return !message.texts.values.contains(where: states.approves)
        }
    }
    return open.map(\.id).sorted()
  }
}
