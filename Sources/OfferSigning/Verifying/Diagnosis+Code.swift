extension Diagnosis {
  /// The stable names of everything that `verify` can find.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    // A field that the signer would refuse
    case emptyField, fieldTooLong, separatorInField, controlCharacterInField
    case usernameNotLowercase, badAppAccountToken, badField, badNonce
    // How the signature is written
    case emptySignature, notBase64, whitespaceInBase64, plusBecameSpace, percentEncoded
    case urlSafeBase64, missingPadding, doubleBase64, hexSignature
    case rawSignature, derSignature, hmac, rsaSignature, otherCurve, notASignature
    case jwsGiven, legacyGiven
    // Who signed
    case unknownKeyId, wrongKey
    // What was signed instead of the right payload
    case letterCase, wrongSeparator, leadingText, trailingText, fieldsSwapped, fieldLeftOut
    case fieldSignedEmpty, placeholderSigned, wrongField, whitespaceInField, hyphensLeftOut
    case timestampInSeconds, timestampUnit, wrongEncoding, wrongDigest, hashedTwice
    case payloadEncoded, signatureMismatch
    // When
    case stale, inFuture
    // The parts of a JWS
    case notThreeParts, notBase64URL, padding, standardBase64, notJSON
    case wrongAlgorithm, wrongType, missingHeader, extraHeader
    case missingClaim, nullClaim, wrongClaimType, wrongAudience, unknownClaim, expPresent
    case issuedAtInMilliseconds, signedOtherText, badRequest
  }
}
