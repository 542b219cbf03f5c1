import Catalog
public import Foundation

extension Paywalls {
  /// Everything that a client needs to know. Only the server has no default that works.
  public struct Configuration: Sendable {
    /// Where the server is; a path is put before the API's.
    public var server: URL
    /// A key with the role `client`. `nil` is for a server on the same machine that has no keys.
    public var clientKey: String?
    /// The public root keys of the team, as `paywall bundle` prints them or as PEM. Without one
    /// nothing is decided on the device.
    public var rootKeys: [String] = []
    /// A bundle inside the app, made by `paywall bundle build`.
    public var bundledFile: URL?
    /// The app that bundles have to be for.
    public var bundleId: String = Bundle.main.bundleIdentifier ?? ""
    /// Where answers, the anonymous id and waiting exposures are kept.
    public var storageDirectory: URL = Self.defaultDirectory
    /// For one call of ``Paywalls/placement(_:attributes:within:)``, whatever it asks.
    public var budget: Duration = .seconds(2)
    /// For one call that signs or reports.
    public var signingBudget: Duration = .seconds(10)
    /// When a session ends by itself.
    public var session: SessionEnd = .withTheProcess
    /// Sent with every question, over the automatic ones of the same name.
    public var attributes: [String: AttributeValue] = [:]
    /// Sent with every question unless given: `platform`, `osVersion`, `appVersion`, `sdkVersion`,
    /// `locale`.
    public var automaticAttributes: [String: AttributeValue] = Self.deviceAttributes
    /// Whether placements are asked with evidence. The answer then holds the customer's offers, and
    /// is kept for no later start.
    public var evidenceUse: EvidenceUse = .whenSigning
    /// What StoreKit signed, asked for when it is sent. See `Evidence.current()` where there is
    /// StoreKit.
    public var evidence: @Sendable () async -> Evidence = { Evidence() }
    /// How often the server is asked for a newer bundle, at most.
    public var bundleInterval: Duration = .seconds(900)
    /// How old a bundle may be that is decided from, since the server signed it; an older one is
    /// none, and the placement is `unknown`. Within this age one whose own time is over is the last
    /// resort. The default is 365 days: longer than an app's release mostly lives, and shorter than
    /// prices and products stay what they are.
    public var longestBundleAge: Duration = .seconds(365 * 86_400)
    /// Exposures that wait, at most; then the oldest go.
    public var mostExposures = 500
    /// Told what happens behind.
    public var log: @Sendable (PaywallsEvent) -> Void = { _ in }
    /// Carries requests; `nil` is `URLSession`.
    public var transport: Transport?

    package var clock = DeviceClock.system
    package var storage: (any Storage)?
    package var makeId: @Sendable () -> String = { UUID().uuidString.lowercased() }
    /// From 0 up to 1.
    package var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// How long exposures gather before they are sent.
    package var gathering: Duration = .seconds(1)

    /// A client of the server at this address.
    public init(server: URL, clientKey: String?) {
      self.server = server
      self.clientKey = clientKey
    }

    /// When a session ends without ``Paywalls/startSession()``.
    public enum SessionEnd: Hashable, Sendable {
      /// With the process, and not before.
      case withTheProcess
      /// When nothing was asked for this long, also while the device slept.
      case afterPause(Duration)
    }

    /// When evidence leaves the device.
    public enum EvidenceUse: Hashable, Sendable {
      /// Only to sign an offer, or to report.
      case whenSigning
      /// With every placement too.
      case always
    }
  }
}

extension Paywalls.Configuration {
  /// A folder of its own in the app's Application Support, which the system does not clear.
  public static var defaultDirectory: URL {
    let base =
      FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
      ?? FileManager.default.temporaryDirectory
    return base.appendingPathComponent("PaywallKit", isDirectory: true)
  }

  /// What the device says of itself.
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
