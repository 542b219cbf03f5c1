/// The content of an answer to Apple's request for a retention message; `earlier` is that of before.
enum RetentionAnswerKind: String, CaseIterable, Sendable {
  case offer, product, message, nothing, earlier
}

/// Why an answer is what it is; the word in metrics.
enum RetentionCause: String, CaseIterable, Sendable {
  /// The decided message, with everything that belongs to it.
  case decided
  /// The message without its offer: a limit is used up, the offer is not for this customer, or the
  /// server has no key.
  case limitReached, notEligible, notSigned
  /// There was no time for more.
  case late
  /// Nothing is decided for this customer, on purpose.
  case nothingDecided
  /// Apple approved the message in no language that the customer reads, nor in the default one.
  case notApproved
  /// The message offers a product that the customer cannot switch to.
  case otherProduct
  case unknownCustomer, ledgerUnavailable
  /// Not signed by Apple, or for another app or environment.
  case notTrusted, otherApp
  /// Signed more than five minutes ago.
  case tooOld
  /// Apple's, without a member that is needed.
  case incomplete
  /// The request was answered before: the same again.
  case repeated
}
