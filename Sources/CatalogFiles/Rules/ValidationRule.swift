/// One thing that has to hold between files, or is probably wrong if it does not.
struct ValidationRule: Sendable {
  let check: @Sendable (Draft, DiagnosticSink) -> Void

  init(_ check: @escaping @Sendable (Draft, DiagnosticSink) -> Void) { self.check = check }

  static let all: [ValidationRule] = [
    // What is named has to be there.
    .danglingReferences, .audienceCycles, .audienceDepth, .paywallInheritance, .certificate,
    .distinctKeys,
    // Products and offers hold together.
    .serviceLevels, .offersOnProducts, .oneIntroductoryOffer, .offerIdentifiers,
    .selectedProducts,
    // Experiments do not get into each other's way.
    .distinctSeeds, .layerUnits, .layerSlices, .overlappingExperiments, .variantPlacements,
    .openWidths, .winners, .publicAudiences,
    // Personas expect what there is.
    .personaExpectations,
    // What is legal and probably wrong.
    .unusedAudiences, .unusedLayers, .unreachablePaywalls, .unsoldOffers, .neverMatching,
    .shadowedRules, .sameVariants, .introductoryDifferences, .holdoutShare,
    // Xcode's copy of the store.
    .storeKitFiles,
  ]
}
