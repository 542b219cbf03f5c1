extension AppStoreCall {
  /// A call that reads.
  ///
  /// - Parameters:
  ///   - path: Apple's, below `inApps`.
  ///   - ids: its last components.
  static func get(
    _ endpoint: AppStoreEndpoint, _ path: String, _ ids: String..., query: [QueryItem] = []
  ) -> AppStoreCall {
    let path = path.split(separator: "/").map(String.init)
    return AppStoreCall(endpoint, .get, ["inApps"] + path + ids, query)
  }
}

extension [AppStoreCall.QueryItem] {
  /// The cursor where a page begins; nothing for the first one.
  static func cursor(_ name: String, _ value: String?) -> Self {
    value.map { [AppStoreCall.QueryItem(name: name, value: $0)] } ?? []
  }
}
