/// The version of this library.
public enum PaywallKitVersion {
  /// The version, sent as the attribute `sdkVersion`.
  public static let current = "0.2.0"
}
