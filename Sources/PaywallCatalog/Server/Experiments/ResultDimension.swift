#if Server
/// What is known of every person at the first exposure, and what results are broken down by; the words
/// of files, of questions and of answers.
package enum ResultDimension: String, CaseIterable, Sendable {
  case storefront, platform, appVersion, new, placement

  /// From the word of a question, which may also be `country`, for `storefront`.
  package init?(asked word: String) {
    guard let dimension = word == "country" ? .storefront : Self(rawValue: word) else { return nil }
    self = dimension
  }
}
#endif
