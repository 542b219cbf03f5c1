extension Diagnosis {
  /// The stable names of everything that `verify` can find.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    // A field that the signer would refuse
    case emptyField, fieldTooLong, separatorInField, controlCharacterInField
    case usernameNotLowercase, badAppAccountToken, badField, badNonce
    // Mistakes in how the signature is written
    case emptySignature, notBase64, whitespaceInBase64, plusBecameSpace, percentEncoded
    case urlSafeBase64, missingPadding, doubleBase64, hexSignature
    case rawSignature, derSignature, hmac, rsaSignature, otherCurve, notASignature
    case jwsGiven, legacyGiven
    // The signer
    case unknownKeyId, wrongKey
    // Mistakes in the signed payload
    case letterCase, wrongSeparator, leadingText, trailingText, fieldsSwapped, fieldLeftOut
    case fieldSignedEmpty, placeholderSigned, wrongField, whitespaceInField, hyphensLeftOut
    case timestampInSeconds, timestampUnit, wrongEncoding, wrongDigest, hashedTwice
    case payloadEncoded, signatureMismatch
    // Mistakes in the time
    case stale, inFuture
    // The parts of a JWS
    case notThreeParts, notBase64URL, padding, standardBase64, notJSON
    case wrongAlgorithm, wrongType, missingHeader, extraHeader
    case missingClaim, nullClaim, wrongClaimType, wrongAudience, unknownClaim, expPresent
    case issuedAtInMilliseconds, signedOtherText, badRequest
  }
}
