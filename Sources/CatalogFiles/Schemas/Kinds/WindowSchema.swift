extension JSONSchema {
  /// The former form: a start and an end in a mapping of their own; either may be omitted.
  static func formerWindow<Key: FileKey>(
    _ keys: Key.Type, isStart: @escaping (Key) -> Bool
  ) -> JSONSchema {
    .object(Key.self) { isStart($0) ? start : end }
      .described("The former form of 'from' and 'until'; 'paywall fmt' rewrites it.")
  }

  static let start = ref("time").described("From this moment on, like 2026-12-01T09:00Z.")
  static let end = ref("time").described("Until this moment, which is left out.")
}
