extension [String] {
  /// `a, b, c and 4 more`.
  var named: String {
    prefix(3).joined(separator: ", ") + (count > 3 ? " and \(count - 3) more" : "")
  }
}
