#if Server
/// What is known of every person at the first exposure, and what results are broken down by; the words
/// of files, of questions and of answers.
package enum ResultDimension: String, CaseIterable, Sendable {
  case storefront, platform, appVersion, new, placement

  /// A person who asks may say `country` for the App Store's word.
  package init?(asked word: String) {
    guard let dimension = word == "country" ? .storefront : Self(rawValue: word) else { return nil }
    self = dimension
  }
}
#endif
