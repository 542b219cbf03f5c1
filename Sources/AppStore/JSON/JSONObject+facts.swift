import Subscribers

extension JSONObject {
  /// A text that is not empty.
  func identifier(_ name: String) -> String? {
    string(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  func int(_ name: String) -> Int? { integer(name).flatMap(Int.init(exactly:)) }

  /// A value of an enumeration, also an unknown one.
  func word<Known: RawRepresentable<String> & Sendable>(_ name: String) -> OpenEnum<Known>? {
    string(name).map(OpenEnum.init(raw:))
  }

  /// A number of an enumeration, also an unknown one.
  func number<Known: RawRepresentable<Int> & Sendable>(_ name: String) -> OpenEnum<Known>? {
    int(name).map(OpenEnum.init(raw:))
  }
}
