/// One thing that has to hold between files, or is probably wrong if it does not.
struct Rule: Sendable {
  let check: @Sendable (Draft, Notebook) -> Void

  init(_ check: @escaping @Sendable (Draft, Notebook) -> Void) { self.check = check }

  static let all: [Rule] = [
    // What is named has to be there.
    .danglingReferences, .audienceCycles, .audienceDepth, .paywallInheritance, .certificate,
    .distinctKeys,
    // Products and offers hold together.
    .serviceLevels, .offersOnProducts, .oneIntroductoryOffer, .offerIdentifiers,
    .selectedProducts,
    // Experiments do not get into each other's way.
    .distinctSeeds, .layerUnits, .layerSlices, .meetingExperiments, .variantPlacements,
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
