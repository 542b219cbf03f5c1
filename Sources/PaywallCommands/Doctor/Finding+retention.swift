import AppStoreServerAPI
import CommandSupport
import PaywallCatalog

// Findings on messages for customers who are about to cancel; none without messages.
extension Finding {
  /// Returns for each environment how many of the messages may be sent, and whether Apple asks for them, by
  /// `approvals.yaml`.
  static func retention(_ snapshot: Snapshot) -> [Finding] {
    let texts = snapshot.retention.values.flatMap(\.texts.values)
    guard !texts.isEmpty else { return [] }
    return snapshot.app.environments.filter { $0 != .xcode }.map { environment in
      let check = "retention"
      let states = snapshot.retentionStates[environment] ?? RetentionStates()
      let open = texts.count { !states.approves($0) }
      if open > 0 {
        return Finding(
          check, .warning,
          "\(environment): \(open) of \(texts.count) \(texts.count == 1 ? "message is" : "messages are") not approved, and not sent",
          help:
            "'paywall retention push' uploads them, 'paywall retention pull' gets their approval")
      }
      return states.realtimeURL == nil
        ? Finding(
          check, .warning, "\(environment): Apple asks no server for messages",
          help: "'paywall retention realtime-url URL' says which")
        : Finding(
          check, .ok,
          "\(environment): \(texts.count == 1 ? "the message" : "all \(texts.count) messages") may be sent"
        )
    }
  }

  /// Compares Apple's states with those of `approvals.yaml`.
  static func retention(
    _ apple: RetentionStates, written: RetentionStates, in environment: AppStoreEnvironment
  ) -> Finding {
    let check = "apple messages"
    return apple == written
      ? Finding(check, .ok, "\(environment): as in approvals.yaml")
      : Finding(
        check, .warning, "\(environment): Apple's states differ from approvals.yaml",
        help: "'paywall retention pull' updates it; then commit it")
  }
}

extension AppleChecks {
  /// Returns Apple's states of messages as a finding; `nil` without messages.
  func retention(in environment: AppStoreEnvironment) async -> Finding? {
    guard !snapshot.retention.isEmpty else { return nil }
    let written = snapshot.retentionStates[environment] ?? RetentionStates()
    do throws(AppStoreAPIError) {
      return .retention(
        try await client.retentionStates(in: environment, after: written), written: written,
        in: environment)
    } catch {
      return Finding(
        "apple messages", .warning, "\(environment): \(error.detail)", help: error.help)
    }
  }
}
