package import PaywallCatalog

/// A usual type of notification that has not come for longer than is usual.
package struct Silence: Hashable, Sendable {
  /// In Apple's spelling.
  package var type: String
  package var since: Timestamp
  /// The usual time without one, in milliseconds.
  package var usualGap: Int64
}
