internal import PaywallCatalog

extension JSONSchema {
  /// A start and an end; either may be omitted.
  static func window<Key: FileKey>(
    _ keys: Key.Type, isStart: @escaping (Key) -> Bool
  ) -> JSONSchema {
    .object(Key.self) { isStart($0) ? start : end }
  }

  static let start = ref("time").described("From this moment on, like 2026-12-01T09:00Z.")
  static let end = ref("time").described("Until this moment, which is left out.")
}
