import AppStoreServerAPI
import Logging
import PaywallCatalog

/// The files of the keys that a running server reads again, as they were before its start.
struct KeyStamps {
  private let settings: Settings
  private let offers: (files: [String], stamp: FolderStamp)
  private let bundles: (files: [String], stamp: FolderStamp)
  private let previews: (files: [String], stamp: FolderStamp)
  private let appStore: (files: [String], stamp: FolderStamp)

  init(_ settings: Settings, _ state: StateDirectory) {
    func stamped(_ files: [String]) -> ([String], FolderStamp) {
      (files, FolderStamp(files: files))
    }
    self.settings = settings
    offers = stamped(settings.isReadOnly ? [] : settings.offerKeys.map(\.path))
    bundles = stamped([settings.bundleKey, settings.bundleCertificate].compactMap(\.self))
    previews = stamped([state.previewFile])
    appStore = stamped(settings.isReadOnly ? [] : settings.appStoreKey.map { [$0.key.path] } ?? [])
  }

  func watched(
    _ signer: OfferSigner?, _ service: BundleService, _ tokens: PreviewService,
    _ appStoreClient: AppStoreClient?, _ current: CurrentRelease, logger: Logger,
    now: @escaping @Sendable () -> Timestamp
  ) -> [KeyReloader.Watched] {
    let settings = settings
    return [
      KeyReloader.Watched("offer key", offers.files, stamp: offers.stamp) {
        try signer?.reload(settings)
        return true
      },
      KeyReloader.Watched("bundle key", bundles.files, stamp: bundles.stamp) {
        try service.reload(
          settings, bundleId: current.value.snapshot.app.bundleId, logger: logger, at: now())
        return true
      },
      KeyReloader.Watched("key of Apple's server API", appStore.files, stamp: appStore.stamp) {
        guard let key = settings.appStoreKey, let appStoreClient else { return false }
        appStoreClient.use(try key.settings(passphrase: settings.appStoreKeyPassphrase).key)
        return true
      },
      KeyReloader.Watched("secret of previews", previews.files, stamp: previews.stamp) {
        try tokens.reload()
      },
    ]
  }
}
