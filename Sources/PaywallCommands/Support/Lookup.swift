import Catalog
import YAMLText

extension Dictionary where Key == String {
  /// The value of this name, or a failure that names the nearest one.
  func named(_ name: String, _ noun: String) throws -> Value {
    if let value = self[name] { return value }
    throw Failure(
      .no, "there is no \(noun) '\(name)'",
      help: Nearest.help(for: name, among: keys) ?? "'paywall \(noun) list' names them all")
  }
}
