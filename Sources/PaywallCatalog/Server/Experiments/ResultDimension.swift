#if Server
/// A fact that every person has at the first exposure and by which results are broken down. The raw
/// values are the words of files, requests and answers.
package enum ResultDimension: String, CaseIterable, Sendable {
  case storefront, platform, appVersion, new, placement

  /// From the word of a question, which may also be `country`, for `storefront`.
  package init?(asked word: String) {
    guard let dimension = word == "country" ? .storefront : Self(rawValue: word) else { return nil }
    self = dimension
  }
}
#endif
