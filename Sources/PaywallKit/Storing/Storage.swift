package import Foundation

/// Where small things are kept between two runs of the app, by name. Every call may fail or take
/// its time: the device may be full, locked or slow.
package protocol Storage: Sendable {
  /// `nil` if there is nothing of the name.
  func read(_ name: String) throws -> Data?
  /// Replaces the old content by the new one, whole or not at all.
  func write(_ content: Data, to name: String) throws
  func remove(_ name: String) throws
  /// Names with a beginning, in the order of their bytes.
  func names(from prefix: String) throws -> [String]
  /// Runs what reads and then writes, while no other process does.
  func exclusively<Value>(_ work: () throws -> Value) throws -> Value
}

extension Storage {
  /// For a storage that no other process has.
  package func exclusively<Value>(_ work: () throws -> Value) throws -> Value { try work() }
}
