/// The client of a paywall server.
public enum PaywallKitVersion {
  /// Sent as `sdkVersion`.
  public static let current = "1.0.0"
}
