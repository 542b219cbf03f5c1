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
    // Access that was not bought in the App Store.
    case unknownEntitlement, unknownAccess, accessTaken, accessOutOfRange, accessLimitReached
    case accessIncomplete
    // Balances.
    case unknownCurrency, insufficientBalance, balanceIncomplete, balanceOutOfRange, idReused
    // Seats of groups.
    case seatsNotOpen, seatsNotManaged, seatsOfBundle, noSeatLeft, unknownSeat, seatTaken, seatEnded
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
    case unknownExperiment, unknownEndpoint
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
  package var status: HTTPResponse.Status { definition.status }

  /// The title, the same for every problem of the code.
  package var title: String { definition.title }

  private var definition: (status: HTTPResponse.Status, title: String) {
    switch self {
    case .malformedRequest: (.badRequest, "The request is not HTTP")
    case .malformedPath: (.badRequest, "The path cannot be read")
    case .malformedQuery: (.badRequest, "The query cannot be read")
    case .malformedJSON: (.badRequest, "The body is not JSON")
    case .tooManyValues: (.badRequest, "The document has too many values")
    case .malformedBody: (.badRequest, "The body does not fit this path")
    case .unknownMember: (.badRequest, "The body has an unknown member")
    case .missingMember: (.badRequest, "The body lacks a member")
    case .wrongType: (.badRequest, "A member has the wrong type")
    case .reservedAttribute: (.badRequest, "Only the server may set this attribute")
    case .duplicateAttribute: (.badRequest, "An attribute is given twice")
    case .tooManyAttributes: (.badRequest, "Too many attributes")
    case .attributeTooLong: (.badRequest, "The value of an attribute is too long")
    case .tooManyPlacements: (.badRequest, "Too many placements")
    case .tooManyExposures: (.badRequest, "Too many exposures")
    case .sameIds: (.unprocessableContent, "The two ids are one")
    case .aliasTaken: (.conflict, "The two ids cannot be joined")
    case .userProofRequired: (.unprocessableContent, "The user id is not proved")
    case .ambiguousKey: (.badRequest, "The request carries two keys")
    case .keyRequired: (.unauthorized, "The request carries no key")
    case .unknownKey: (.unauthorized, "The key is not known")
    case .keysRequired: (.forbidden, "A server without keys answers this machine only")
    case .roleRequired: (.forbidden, "The key may not ask for this")
    case .rateLimited: (.tooManyRequests, "Too many requests")
    case .notFound: (.notFound, "There is nothing here")
    case .methodNotAllowed: (.methodNotAllowed, "The path has no such method")
    case .unsupportedMediaType: (.unsupportedMediaType, "The body has an unsupported type")
    case .bodyTooLarge: (.contentTooLarge, "The body is too large")
    case .headersTooLarge: (.requestHeaderFieldsTooLarge, "The headers are too large")
    case .requestTimeout: (.requestTimeout, "The request took too long to arrive")
    case .answerTimeout: (.serviceUnavailable, "The answer took too long")
    case .internalError: (.internalServerError, "Something went wrong on our side")
    case .incompleteRequest: (.badRequest, "The request ended before its body was complete")
    case .unknownExpectation: (.expectationFailed, "The server cannot do what the request expects")
    case .tooManySignedTexts: (.unprocessableContent, "Too many signed texts")
    case .notTrusted:
      (.unprocessableContent, "The App Store did not sign a text for this app")
    case .severalCustomers: (.unprocessableContent, "The evidence names several customers")
    case .severalEnvironments: (.unprocessableContent, "The evidence names several environments")
    case .namesNobody: (.unprocessableContent, "The evidence names no customer")
    case .renewalInfoWithoutTransaction:
      (.unprocessableContent, "The renewal info belongs to no known purchase")
    case .evidenceRequired: (.forbidden, "Only evidence gives access to a customer")
    case .unknownCustomer: (.notFound, "No customer is known by this name")
    case .ambiguousCustomer: (.conflict, "The name matches several customers")
    case .transactionNotInEvidence:
      (.unprocessableContent, "The transaction is not among the evidence")
    case .serverKeyRequired: (.forbidden, "Only a server may get this form")
    case .ledgerUnavailable: (.serviceUnavailable, "The ledger cannot be used now")
    case .unknownEntitlement: (.unprocessableContent, "There is no such entitlement")
    case .unknownAccess: (.notFound, "There is no such record of access")
    case .accessTaken: (.conflict, "The record of access is another person's")
    case .accessIncomplete: (.unprocessableContent, "The access lacks a part, or has one too many")
    case .accessOutOfRange: (.unprocessableContent, "Access would end too early or too late")
    case .accessLimitReached: (.tooManyRequests, "The key may give no more access today")
    case .unknownCurrency: (.unprocessableContent, "There is no such currency")
    case .insufficientBalance: (.conflict, "The balance is lower than the amount")
    case .balanceIncomplete: (.unprocessableContent, "The change of the balance is incomplete")
    case .balanceOutOfRange: (.unprocessableContent, "The balance would be too large")
    case .idReused: (.conflict, "The id names another change of a balance")
    case .seatsNotOpen:
      (.unprocessableContent, "Apple has not opened seats in this environment")
    case .seatsNotManaged: (.conflict, "Your server does not manage the seats of this purchase")
    case .seatsOfBundle: (.conflict, "The purchase is part of a bundle")
    case .noSeatLeft: (.conflict, "Every seat of the purchase is claimed")
    case .unknownSeat: (.notFound, "The purchase has no such seat")
    case .seatTaken: (.conflict, "The seat is another person's, or the person has another one")
    case .seatEnded: (.conflict, "The claim of the seat has ended")
    case .readOnlyServer: (.serviceUnavailable, "This server keeps and signs nothing")
    case .serverBehind: (.serviceUnavailable, "Other servers serve another release")
    case .verificationBusy: (.serviceUnavailable, "Too many certificates wait to be checked")
    case .unknownTransaction: (.notFound, "The customer has no such transaction")
    case .shareNeedsTransaction: (.unprocessableContent, "A used share needs one purchase")
    case .shareOfSubscription:
      (.unprocessableContent, "Apple computes the used share of a subscription")
    case .shareOfUndelivered: (.unprocessableContent, "An undelivered purchase has no used share")
    case .previewInvalid: (.unprocessableContent, "The preview token is not from this server")
    case .previewExpired: (.unprocessableContent, "The preview has ended")
    case .previewUnknown: (.unprocessableContent, "Nothing with this name can be previewed")
    case .previewAmbiguous: (.unprocessableContent, "It is not clear what to preview")
    case .previewTooLong: (.unprocessableContent, "The preview would last too long")
    case .previewNotSupported: (.unprocessableContent, "A preview has no effect here")
    case .previewUnavailable: (.serviceUnavailable, "Previews cannot be signed or checked now")
    case .unknownProduct: (.unprocessableContent, "There is no such product")
    case .unknownOffer: (.unprocessableContent, "There is no such offer")
    case .offerNotOnProduct: (.unprocessableContent, "The offer is not on this product")
    case .offerNeedsNoSignature: (.unprocessableContent, "This kind of offer is not signed")
    case .badAppAccountToken: (.unprocessableContent, "The token is not a UUID")
    case .usernameNotLowercase: (.unprocessableContent, "The username has upper-case letters")
    case .emptyField: (.unprocessableContent, "A text that is signed is empty")
    case .fieldTooLong: (.unprocessableContent, "A text that is signed is too long")
    case .separatorInField: (.unprocessableContent, "A text that is signed holds a separator")
    case .controlCharacterInField:
      (.unprocessableContent, "A text that is signed holds a control character")
    case .conflictingAccounts: (.unprocessableContent, "Two accounts for one signature")
    case .notInForm: (.unprocessableContent, "This form does not sign the member")
    case .unknownPlacement: (.unprocessableContent, "There is no such placement")
    case .unknownExperiment: (.unprocessableContent, "There is no such experiment")
    case .unknownEndpoint: (.unprocessableContent, "There is no such endpoint of webhooks")
    case .noVerifiedHistory: (.forbidden, "Nothing is signed without verified history")
    case .notOffered: (.conflict, "The decided paywall does not have this offer")
    case .offerNotEligible: (.conflict, "The offer cannot be given now")
    case .attemptsExhausted: (.tooManyRequests, "The grant has no signatures left")
    case .signingNotConfigured: (.serviceUnavailable, "This server has no key to sign with")
    case .bundleSigningNotConfigured:
      (.serviceUnavailable, "This server has no key to sign bundles with")
    case .unknownRelease: (.notFound, "This server does not have the release's bundle")
    case .appStoreNotConfigured: (.serviceUnavailable, "This server has no key to ask Apple with")
    case .appStoreRefused: (.unprocessableContent, "Apple refused the request")
    case .appStoreUnavailable: (.serviceUnavailable, "Apple cannot be asked now")
    case .reloadFailed: (.unprocessableContent, "The configuration has mistakes")
    case .foreignForm: (.forbidden, "The form came from another site")
    case .resultsBusy: (.serviceUnavailable, "Too many results are being computed")
    case .tooManyConnections: (.serviceUnavailable, "Too many connections")
    case .tooManyBodies: (.serviceUnavailable, "Too many bytes of bodies at a time")
    case .bodyStalled: (.requestTimeout, "The body stopped arriving")
    case .tooManyStreams: (.serviceUnavailable, "Too many open requests")
    }
  }
}
