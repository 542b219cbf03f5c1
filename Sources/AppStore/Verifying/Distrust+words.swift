extension Distrust.Reason {
  /// The words after a number of texts: `3 of another app`.
  package var words: String {
    switch self {
    case .tooLong: "too long"
    case .malformed: "damaged"
    case .unsupportedAlgorithm: "signed with another algorithm than Apple's"
    case .unsupportedHeader: "with a header that Apple does not write"
    case .badChainLength: "without Apple's three certificates"
    case .badCertificate: "with a damaged certificate"
    case .untrustedXcodeCertificate: "signed by another Xcode"
    case .certificateNotValidThen: "with a certificate that was not valid when they were signed"
    case .missingMarker: "with a certificate that is not for the App Store"
    case .wrongKeyUsage: "with a certificate that is not for signing"
    case .untrustedChain: "under certificates that are not Apple's"
    case .badSignature: "with a wrong signature"
    case .badDate: "with a date that is none"
    case .signedInFuture: "signed in the future by the clock of this machine"
    case .wrongKind: "of another kind than expected"
    case .wrongApp: "of another app"
    case .namesNoApp: "of no app that they name"
    case .appAppleIdNotConfigured: "of production, for which store/app.yaml needs appAppleId"
    case .wrongEnvironment: "of an environment that store/app.yaml does not list"
    case .wrongType: "with a part of another type"
    case .missingMember: "without a part that they need"
    }
  }
}
