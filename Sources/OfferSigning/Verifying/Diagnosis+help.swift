extension Diagnosis.Code {
  /// The next step, in full sentences.
  package var help: String {
    switch self {
    case .emptyField: "Give the field; only the customer may be empty."
    case .fieldTooLong: "Check that this is not another value."
    case .separatorInField, .controlCharacterInField, .badField:
      "Remove the invisible character; it often comes from copying."
    case .usernameNotLowercase:
      "Use a hash in lower-case hexadecimal on both sides: Apple's libraries sign the lower-case form, and the app must send what was signed."
    case .badAppAccountToken: "Use a UUID, or give the text as applicationUsername."
    case .badNonce: "Use a fresh UUID for each attempt."
    case .emptySignature: "Pass the signature through from the server unchanged."
    case .notBase64:
      "Write the DER bytes in standard Base64 (A-Z a-z 0-9 + / with = at the end); check that nothing was cut off."
    case .whitespaceInBase64: "Write the Base64 on one line; many encoders wrap unless told not to."
    case .plusBecameSpace:
      "Percent-encode + as %2B when the signature travels in a URL or a form, or send it in JSON."
    case .percentEncoded: "Decode the percent escapes before the signature is used."
    case .urlSafeBase64:
      "Use the standard Base64 alphabet with + and /; the URL-safe one belongs to the JWS form."
    case .missingPadding: "Keep the = at the end of the Base64."
    case .doubleBase64:
      "Encode once: the function that makes the signature probably returns Base64 already."
    case .hexSignature: "Write the signature in Base64, not in hexadecimal."
    case .rawSignature:
      "Ask the crypto library for the DER form (in Node dsaEncoding: 'der'; in CryptoKit derRepresentation); r‖s of 64 bytes belongs to the JWS form."
    case .derSignature:
      "Ask the crypto library for r‖s of 64 bytes (in Node dsaEncoding: 'ieee-p1363'; in CryptoKit rawRepresentation); DER belongs to the legacy form."
    case .hmac:
      "Sign with ECDSA on P-256 and the .p8 key; there is no shared secret, whatever some articles say."
    case .rsaSignature, .otherCurve:
      "Sign with the In-App Purchase key from App Store Connect, which is on P-256."
    case .notASignature: "Check that the signature is complete and is the one for this offer."
    case .jwsGiven:
      "Use the JWS with the purchase option that takes compactJWS, or verify it as JWS."
    case .legacyGiven: "This looks like a legacy signature; verify it together with its fields."
    case .unknownKeyId:
      "Give the key with this id, or correct the id; App Store Connect shows it next to the key."
    case .wrongKey: "Pair each key file with its own key id."
    case .letterCase:
      "Sign the UUIDs in lower case (in Swift uuidString.lowercased()), and the ids exactly as registered."
    case .wrongSeparator: "Join the fields with one U+2063 (UTF-8 E2 81 A3) and nothing else."
    case .leadingText, .trailingText: "Put U+2063 only between fields, and nothing around them."
    case .fieldsSwapped:
      "Keep the order: bundle id, key id, product id, offer id, token, nonce, timestamp."
    case .fieldLeftOut: "Keep all seven fields; an empty customer still has its two separators."
    case .fieldSignedEmpty:
      "Sign the appAccountToken that the app passes to the purchase, or let the app pass none."
    case .placeholderSigned: "Sign the empty string if there is no customer."
    case .wrongField: "Sign what the app uses in the purchase, or let the app use what was signed."
    case .whitespaceInField: "Trim the value on both sides."
    case .hyphensLeftOut: "Write the UUID with its four hyphens."
    case .timestampInSeconds, .timestampUnit:
      "Use UNIX milliseconds, as a whole number, in the payload and in what the app gets."
    case .wrongEncoding: "Encode the payload as UTF-8 without a byte order mark."
    case .wrongDigest: "Use SHA-256 (ES256, SHA256withECDSA)."
    case .hashedTwice: "Give the signing function the payload itself; it computes the hash."
    case .payloadEncoded: "Sign the bytes of the payload, not their Base64 or hexadecimal form."
    case .signatureMismatch:
      "Compare the payload bytes of both sides in hexadecimal, field by field, and check the key file."
    case .stale: "Sign for each purchase attempt; do not cache signatures."
    case .inFuture: "Set the signer's clock."
    case .notThreeParts: "Pass the whole compact JWS: header.payload.signature."
    case .notBase64URL: "Check that the JWS is complete and was not changed on its way."
    case .padding: "Leave the = out: a JWS is base64url without padding."
    case .standardBase64: "Use base64url: - for + and _ for /."
    case .notJSON: "Header and payload are JSON objects in UTF-8."
    case .wrongAlgorithm: "Use ES256: ECDSA on P-256 with SHA-256."
    case .wrongType: "Write \"typ\": \"JWT\"."
    case .missingHeader: "Write alg, kid and typ in the header."
    case .extraHeader: "Leave everything but alg, kid and typ out of the header."
    case .missingClaim: "Add the claim under exactly this name."
    case .nullClaim: "Leave an absent claim out."
    case .wrongClaimType: "Write the claim as JSON of this type."
    case .wrongAudience: "Use the aud of this kind of request, a plain string."
    case .unknownClaim: "Remove the claim; Apple defines none of this name for this request."
    case .expPresent: "Remove exp: Apple derives the expiry from iat."
    case .issuedAtInMilliseconds: "Write iat in UNIX seconds."
    case .signedOtherText: "Sign the ASCII text base64url(header).base64url(payload)."
    case .badRequest: "Write the request object as JSON in UTF-8, then in standard Base64."
    }
  }
}
