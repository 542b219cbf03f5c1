import PaywallTextCoding

/// The customer of a legacy signature: the fifth field, which the app must send unchanged with the
/// purchase.
package enum OfferCustomer: Hashable, Sendable {
  /// A UUID in either case; it is signed in lower case, as StoreKit sends it.
  case appAccountToken(String)
  /// The old name of the field; by custom a hash of the account name, in lower-case hexadecimal.
  case applicationUsername(String)
  /// No customer: the field is signed empty, and the app sends neither.
  case anyone

  /// The text as the app sends it: a token in lower case, a username as it is.
  var text: String {
    switch self {
    case .appAccountToken(let token): token.lowercased()
    case .applicationUsername(let name): name
    case .anyone: ""
    }
  }

  /// The given text.
  var givenText: String {
    switch self {
    case .appAccountToken(let text), .applicationUsername(let text): text
    case .anyone: ""
    }
  }

  var field: OfferField {
    if case .applicationUsername = self { .applicationUsername } else { .appAccountToken }
  }

  func check() throws(OfferSigningError) {
    switch self {
    case .appAccountToken(let token):
      if token.isEmpty { throw .emptyField(.appAccountToken) }
      if !token.isUUID { throw .badAppAccountToken }
    case .applicationUsername(let name):
      try OfferField.applicationUsername.check(name)
      let isLowercase = name.unicodeScalars.allSatisfy { !$0.properties.changesWhenLowercased }
      if !isLowercase { throw .usernameNotLowercase }
    case .anyone: break
    }
  }
}
