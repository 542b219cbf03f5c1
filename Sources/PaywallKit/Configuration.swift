public import Foundation
import PaywallCatalog

extension Paywalls {
  /// The settings of a client. Only the server has no default.
  public struct Configuration: Sendable {
    /// The server's address; its path comes before the API's.
    public var server: URL
    /// A key with the role `client`. `nil` for a server on the same machine that has no keys.
    public var clientKey: String?
    /// The public root keys of the team, as `paywall bundle` prints them or as PEM. Without one
    /// nothing is decided on the device.
    public var rootKeys: [String] = []
    /// A bundle inside the app, made by `paywall bundle build`.
    public var bundledFile: URL?
    /// The attributes of every request; they override automatic ones of the same name.
    public var attributes: [String: AttributeValue] = [:]
    /// The App Store, for purchases; on Apple's systems `StoreKitStore()`. With one,
    /// ``Advanced/evidence`` is not asked.
    public var store: (any PurchaseStore)?
    /// The settings that have a good default for nearly every app.
    public var advanced = Advanced()

    /// True if the system may delete the stored files.
    package var isStoragePurgeable = Self.isFolderPurgeable
    /// The most bytes that may wait for the server on disk. Beyond them the oldest exposures are
    /// dropped, and then purchases stay with the App Store alone, which sends them again.
    package var mostWaitingBytes = 4 << 20
    package var clock = DeviceClock.system
    package var storage: (any Storage)?
    /// Runs the calls of the storage, one after the other; `nil` is a queue of its own.
    package var runStorage: (@Sendable (@escaping @Sendable () -> Void) -> Void)?
    package var makeId: @Sendable () -> String = { UUID().uuidString.lowercased() }
    /// Returns a number from 0 up to 1.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// How long exposures are collected before they are sent.
    package var gathering: Duration = .seconds(1)

    /// A client of the server at this address.
    public init(server: URL, clientKey: String?) {
      self.server = server
      self.clientKey = clientKey
    }

    /// A client that also buys: it sends evidence with the placements of customers who have bought
    /// before.
    public init(server: URL, clientKey: String?, store: any PurchaseStore) {
      self.init(server: server, clientKey: clientKey)
      self.store = store
      advanced.evidenceUse = .ofBuyers
    }

    /// When a session ends without ``Paywalls/startSession()``.
    public enum SessionEnd: Hashable, Sendable {
      /// When the process ends, and not before.
      case withTheProcess
      /// After a pause without requests, also while the device sleeps.
      case afterPause(Duration)
    }

    /// When evidence leaves the device.
    public enum EvidenceUse: Hashable, Sendable {
      /// Only to sign an offer, or to report.
      case whenSigning
      /// With every placement too.
      case always
      /// With the placements of customers who have bought before, so that they are not shown offers
      /// for newcomers. Needs a ``Paywalls/Configuration/store``.
      case ofBuyers
    }
  }
}

extension Paywalls.Configuration {
  /// The automatic attributes of this device.
  public static var deviceAttributes: [String: AttributeValue] {
    let system = ProcessInfo.processInfo.operatingSystemVersion
    var attributes: [String: AttributeValue] = [
      "sdkVersion": .string(PaywallKitVersion.current),
      "osVersion": .string("\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"),
      "platform": .string(platform),
      "locale": .string(
        Locale.preferredLanguages.first ?? Locale.current.identifier(.bcp47)),
    ]
    let version = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString")
    let languages = Locale.preferredLanguages.prefix(PreferredLanguages.most)
    if languages.count > 1 { attributes["locales"] = .list(Array(languages)) }
    attributes["appVersion"] = (version as? String).map { .string($0) }
    return attributes
  }

  private static var platform: String {
    #if os(macOS)
    "macOS"
    #elseif os(tvOS)
    "tvOS"
    #elseif os(watchOS)
    "watchOS"
    #elseif os(visionOS)
    "visionOS"
    #elseif os(Linux)
    "Linux"
    #else
    "iOS"
    #endif
  }
}
