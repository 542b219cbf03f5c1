import CommandSupport
import YAMLText

extension Dictionary where Key == String {
  /// The value of this name, or a failure that names the nearest one.
  ///
  /// - Parameter place: where the names are written, if no verb `list` names them all.
  func named(_ name: String, _ noun: String, in place: String? = nil) throws -> Value {
    if let value = self[name] { return value }
    throw Failure(
      .no, "there is no \(noun) '\(name)'",
      help: Nearest.help(for: name, among: keys)
        ?? place.map { "\(noun)s are written in \($0)" }
        ?? "'paywall \(noun == "paywall" ? "wall" : noun) list' names them all")
  }
}
