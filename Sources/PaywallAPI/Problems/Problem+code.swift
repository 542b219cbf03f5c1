package import HTTPTypes

extension Problem {
  /// Every problem of this server. The words are part of the API and never change.
  package enum Code: String, CaseIterable, Sendable {
    // Parsing.
    case malformedRequest, malformedPath, malformedQuery, malformedJSON, malformedBody,
      tooManyValues
    case unknownMember, missingMember, wrongType
    // Attributes.
    case reservedAttribute, duplicateAttribute, tooManyAttributes, attributeTooLong
    case tooManyPlacements, tooManyExposures, sameIds, aliasTaken, userProofRequired
    // Keys.
    case ambiguousKey, keyRequired, unknownKey, keysRequired, roleRequired, rateLimited
    // Path, method, size and time.
    case notFound, methodNotAllowed, unsupportedMediaType, bodyTooLarge, headersTooLarge
    case requestTimeout, answerTimeout, internalError, incompleteRequest, unknownExpectation
    // Evidence, and its customer.
    case tooManySignedTexts, notTrusted, severalCustomers, severalEnvironments, namesNobody
    case renewalInfoWithoutTransaction, evidenceRequired, unknownCustomer, ambiguousCustomer
    case transactionNotInEvidence, serverKeyRequired, ledgerUnavailable
    case readOnlyServer, verificationBusy, serverBehind
    // Reports for requests for refunds.
    case unknownTransaction, shareNeedsTransaction, shareOfSubscription, shareOfUndelivered
    // Previews.
    case previewInvalid, previewExpired, previewUnknown, previewAmbiguous, previewTooLong
    case previewNotSupported, previewUnavailable
    // Offers.
    case unknownProduct, unknownOffer, offerNotOnProduct, offerNeedsNoSignature
    case badAppAccountToken, usernameNotLowercase, emptyField, fieldTooLong, separatorInField
    case controlCharacterInField, conflictingAccounts, notInForm, unknownPlacement
    case unknownExperiment
    case noVerifiedHistory, notOffered, offerNotEligible, attemptsExhausted, signingNotConfigured
    // Bundles.
    case bundleSigningNotConfigured, unknownRelease
    // Apple's server API.
    case appStoreNotConfigured, appStoreRefused, appStoreUnavailable
    // Operation.
    case reloadFailed, tooManyConnections, tooManyBodies, bodyStalled, tooManyStreams
    // Results.
    case foreignForm, resultsBusy
  }
}

extension Problem.Code {
  package var status: HTTPResponse.Status {
    switch self {
    case .keyRequired, .unknownKey: .unauthorized
    case .keysRequired, .roleRequired, .noVerifiedHistory, .evidenceRequired, .serverKeyRequired,
      .foreignForm:
      .forbidden
    case .notFound, .unknownCustomer, .unknownTransaction, .unknownRelease: .notFound
    case .methodNotAllowed: .methodNotAllowed
    case .requestTimeout, .bodyStalled: .requestTimeout
    case .rateLimited, .attemptsExhausted: .tooManyRequests
    case .notOffered, .offerNotEligible, .ambiguousCustomer, .aliasTaken: .conflict
    case .bodyTooLarge: .contentTooLarge
    case .unsupportedMediaType: .unsupportedMediaType
    case .tooManySignedTexts, .notTrusted, .severalCustomers, .severalEnvironments, .namesNobody,
      .renewalInfoWithoutTransaction, .transactionNotInEvidence, .previewInvalid, .previewExpired,
      .previewUnknown, .previewAmbiguous, .previewTooLong, .previewNotSupported, .sameIds,
      .userProofRequired,
      .shareNeedsTransaction, .shareOfSubscription, .shareOfUndelivered,
      .unknownProduct,
      .unknownOffer,
      .offerNotOnProduct, .offerNeedsNoSignature, .badAppAccountToken, .usernameNotLowercase,
      .emptyField, .fieldTooLong, .separatorInField, .controlCharacterInField,
      .conflictingAccounts, .notInForm, .unknownPlacement, .unknownExperiment, .reloadFailed,
      .appStoreRefused:
      .unprocessableContent
    case .unknownExpectation: .expectationFailed
    case .headersTooLarge: .requestHeaderFieldsTooLarge
    case .internalError: .internalServerError
    case .signingNotConfigured, .ledgerUnavailable, .readOnlyServer, .previewUnavailable,
      .answerTimeout, .serverBehind,
      .tooManyConnections, .tooManyBodies, .tooManyStreams, .bundleSigningNotConfigured,
      .verificationBusy,
      .appStoreNotConfigured, .appStoreUnavailable, .resultsBusy:
      .serviceUnavailable
    default: .badRequest
    }
  }

  /// The same for every problem of the code.
  package var title: String {
    switch self {
    case .malformedRequest: "The request is not HTTP"
    case .malformedPath: "The path cannot be read"
    case .malformedQuery: "The query cannot be read"
    case .malformedJSON: "The body is not JSON"
    case .tooManyValues: "The document has too many values"
    case .malformedBody: "The body is not what this path takes"
    case .unknownMember: "The body has a member that nothing reads"
    case .missingMember: "The body lacks a member"
    case .wrongType: "A member has the wrong type"
    case .reservedAttribute: "Only the server may say this attribute"
    case .duplicateAttribute: "An attribute is given twice"
    case .tooManyAttributes: "Too many attributes"
    case .attributeTooLong: "The value of an attribute is too long"
    case .tooManyPlacements: "Too many placements"
    case .tooManyExposures: "Too many exposures"
    case .sameIds: "The two ids are one"
    case .aliasTaken: "The two ids cannot be joined"
    case .userProofRequired: "The user id is not proved"
    case .ambiguousKey: "The request carries two keys"
    case .keyRequired: "The request carries no key"
    case .unknownKey: "The key is not known"
    case .keysRequired: "A server without keys answers this machine only"
    case .roleRequired: "The key may not ask for this"
    case .rateLimited: "Too many requests"
    case .notFound: "There is nothing here"
    case .methodNotAllowed: "The path has no such method"
    case .unsupportedMediaType: "The body has a type that is not read"
    case .bodyTooLarge: "The body is too large"
    case .headersTooLarge: "The headers are too large"
    case .requestTimeout: "The request took too long to arrive"
    case .answerTimeout: "The answer took too long"
    case .internalError: "Something went wrong on our side"
    case .incompleteRequest: "The request ended before its body was whole"
    case .unknownExpectation: "The server cannot do what the request expects"
    case .tooManySignedTexts: "Too many signed texts"
    case .notTrusted: "A text is not what the App Store signed for this app"
    case .severalCustomers: "The evidence is of several customers"
    case .severalEnvironments: "The evidence is of several environments"
    case .namesNobody: "The evidence names no customer"
    case .renewalInfoWithoutTransaction: "The renewal info belongs to no known purchase"
    case .evidenceRequired: "Only evidence opens what is known of a customer"
    case .unknownCustomer: "No customer is known by this name"
    case .ambiguousCustomer: "The name stands for several customers"
    case .transactionNotInEvidence: "The transaction is not among the evidence"
    case .serverKeyRequired: "This form is signed for a server only"
    case .ledgerUnavailable: "The ledger cannot be used now"
    case .readOnlyServer: "This server keeps and signs nothing"
    case .serverBehind: "Other servers serve another release"
    case .verificationBusy: "Too many certificates wait to be checked"
    case .unknownTransaction: "The customer has no such transaction"
    case .shareNeedsTransaction: "A used share is of one purchase"
    case .shareOfSubscription: "Apple computes the used share of a subscription"
    case .shareOfUndelivered: "Nothing is used of what was not delivered"
    case .previewInvalid: "The preview token is not one of this server"
    case .previewExpired: "The preview has ended"
    case .previewUnknown: "There is nothing to preview by this name"
    case .previewAmbiguous: "It is not clear what to preview"
    case .previewTooLong: "The preview would be good for too long"
    case .previewNotSupported: "A preview means nothing here"
    case .previewUnavailable: "Previews cannot be signed or checked now"
    case .unknownProduct: "There is no such product"
    case .unknownOffer: "There is no such offer"
    case .offerNotOnProduct: "The offer is not on this product"
    case .offerNeedsNoSignature: "This kind of offer is not signed"
    case .badAppAccountToken: "The token is not a UUID"
    case .usernameNotLowercase: "The username has upper-case letters"
    case .emptyField: "A text that is signed is empty"
    case .fieldTooLong: "A text that is signed is too long"
    case .separatorInField: "A text that is signed holds a separator"
    case .controlCharacterInField: "A text that is signed holds a control character"
    case .conflictingAccounts: "Two accounts for one signature"
    case .notInForm: "This form does not sign the member"
    case .unknownPlacement: "There is no such placement"
    case .unknownExperiment: "There is no such experiment"
    case .noVerifiedHistory: "Nothing is signed without verified history"
    case .notOffered: "The decided paywall does not have this offer"
    case .offerNotEligible: "The offer cannot be given now"
    case .attemptsExhausted: "The grant was signed as often as it may be"
    case .signingNotConfigured: "This server has no key to sign with"
    case .bundleSigningNotConfigured: "This server has no key to sign bundles with"
    case .unknownRelease: "The bundle of this release is not here"
    case .appStoreNotConfigured: "This server has no key to ask Apple with"
    case .appStoreRefused: "Apple refuses it"
    case .appStoreUnavailable: "Apple cannot be asked now"
    case .reloadFailed: "The configuration has mistakes"
    case .foreignForm: "The form came from another site"
    case .resultsBusy: "Too many results are being computed"
    case .tooManyConnections: "Too many connections"
    case .tooManyBodies: "Too many bytes of bodies at a time"
    case .bodyStalled: "The body stopped arriving"
    case .tooManyStreams: "Too many open requests"
    }
  }
}
