import PaywallBundles
import PaywallCatalog

/// The bundles of this device that are trusted.
struct AvailableBundles: Sendable {
  var download: LoadedBundle?
  var file: LoadedBundle?
  var etag: String?
  /// Why the other bundles are not trusted.
  var diagnostics: [String] = []

  /// Returns the payload with this digest, in hexadecimal digits, if one of the bundles has it.
  func payload(_ digest: String?) -> [UInt8]? {
    guard let digest else { return nil }
    return [download, file].compactMap(\.self)
      .first { $0.digest.utf8.elementsEqual(digest.utf8) }?.payload
  }

  /// Removes bundles that were signed in the future, by a server whose clock was ahead: they would
  /// count as newer than all that come until then.
  ///
  /// - Parameter now: the time that the server told.
  /// - Returns: the moments at which they were signed.
  mutating func dropFuture(at now: Timestamp) -> [Timestamp] {
    let latest = now.adding(milliseconds: BundleVerifier.tolerance)
    var dropped: [Timestamp] = []
    if let issued = download?.issued, issued > latest {
      dropped.append(issued)
      download = nil
      etag = nil
    }
    if let issued = file?.issued, issued > latest {
      dropped.append(issued)
      file = nil
    }
    return dropped
  }

  /// The time at which the newest of them was issued.
  var newest: Timestamp? { [download?.issued, file?.issued].compactMap(\.self).max() }

  /// Returns the bundles in the order in which they are used: valid before expired, then the newer
  /// first; of two that were issued at the same moment the download.
  func inOrder(at now: Timestamp) -> [(
    bundle: LoadedBundle, source: (DecisionSource.Bundled) -> DecisionSource
  )] {
    var all: [(bundle: LoadedBundle, source: (DecisionSource.Bundled) -> DecisionSource)] = []
    if let download { all.append((download, { .download($0) })) }
    if let file { all.append((file, { .bundledFile($0) })) }
    if let download, let file, download.issued < file.issued { all.reverse() }
    let inTime = all.filter { max(now, $0.bundle.issued) < $0.bundle.expires }
    let tooOld = all.filter { max(now, $0.bundle.issued) >= $0.bundle.expires }
    return inTime + tooOld
  }
}
