import Ledger
import PaywallCatalog

/// A `CountedDevice` as two numbers, which are cheaper to count by than texts.
struct DeviceCode: Hashable, Sendable {
  /// An index of `Platform.allCases`, or one of the two after them.
  private let platform: UInt8
  /// The major and the minor number, 16 bits each, or one of two values that are no version.
  private var version: UInt32

  private static let otherPlatform = UInt8(Platform.allCases.count)
  private static let unknownPlatform = otherPlatform + 1
  private static let otherVersion = UInt32.max
  private static let unknownVersion = UInt32.max - 1
  private static let platforms =
    Platform.allCases.map(\.rawValue) + [CountedDevice.other, CountedDevice.unknown]
  /// The largest major or minor number of a version that counts separately.
  private static let mostOfNumber: UInt64 = 9999

  /// - Parameter isOther: a platform was sent that is none of the known ones.
  init(platform: AttributeValue?, isOther: Bool = false, appVersion: AttributeValue?) {
    self.platform =
      if case .string(let name) = platform {
        Platform(spelling: name).flatMap(Platform.allCases.firstIndex).map { UInt8($0) }
          ?? Self.otherPlatform
      } else {
        isOther ? Self.otherPlatform : Self.unknownPlatform
      }
    guard case .version(let sent) = appVersion else {
      version = Self.unknownVersion
      return
    }
    let (major, minor) = (sent.major, sent.minor)
    version =
      max(major, minor) <= Self.mostOfNumber
      ? UInt32(major) << 16 | UInt32(minor) : Self.otherVersion
  }

  /// The same platform with a version that counts as `other`.
  var withOtherVersion: DeviceCode {
    var code = self
    code.version = Self.otherVersion
    return code
  }

  /// Differs for two codes.
  var bits: UInt64 { UInt64(version) << 8 | UInt64(platform) }

  var device: CountedDevice {
    let version =
      switch version {
      case Self.otherVersion: CountedDevice.other
      case Self.unknownVersion: CountedDevice.unknown
      default: "\(version >> 16).\(version & 0xFFFF)"
      }
    return CountedDevice(platform: Self.platforms[Int(platform)], appVersion: version)
  }
}
