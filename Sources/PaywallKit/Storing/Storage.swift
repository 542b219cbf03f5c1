package import Foundation

/// A storage of small values between two runs of the app, by name. Every call may fail or take its
/// time: the device may be full, locked or slow.
package protocol Storage: Sendable {
  /// Returns the content; `nil` if there is none of the name.
  func read(_ name: String) throws -> Data?
  /// Replaces the old content with the new one, whole or not at all.
  func write(_ content: Data, to name: String) throws
  func remove(_ name: String) throws
  /// Returns the names with a beginning, in the order of their bytes.
  func names(from prefix: String) throws -> [String]
  /// Runs work that reads and then writes, while no other process does.
  func exclusively<Value>(_ work: () throws -> Value) throws -> Value
}

extension Storage {
  /// Runs the work at once: no other process has the storage.
  package func exclusively<Value>(_ work: () throws -> Value) throws -> Value { try work() }
}
