import CommandSupport
import YAMLText

extension Dictionary where Key == String {
  /// Returns the value of this name; throws a failure that names the nearest one.
  ///
  /// - Parameter place: the file of the names, if no verb `list` shows them all.
  func named(_ name: String, _ noun: String, in place: String? = nil) throws -> Value {
    if let value = self[name] { return value }
    throw Failure(
      .no, "there is no \(noun) '\(name)'",
      help: Nearest.help(for: name, among: keys)
        ?? place.map { "\(noun)s are written in \($0)" }
        ?? "'paywall \(noun == "paywall" ? "wall" : noun) list' names them all")
  }
}
