import Bundles
import Catalog
import Decisions
import Foundation
import Subscribers
import TextCoding

/// A verified bundle, ready to be decided from.
struct LoadedBundle: Sendable {
  let compiled: CompiledSnapshot
  let issued: Timestamp
  let expires: Timestamp
  /// The bytes that were signed, for a new signature over the same.
  let payload: [UInt8]
  /// Of the payload, in hexadecimal digits.
  let digest: String
  private let partial: Set<UTF8Key>

  init(_ bundle: VerifiedBundle, of payload: [UInt8]) {
    self.payload = payload
    digest = Sealed.digest(payload)
    compiled = CompiledSnapshot(bundle.published.snapshot)
    issued = bundle.issued
    expires = bundle.expires
    partial = Set(bundle.published.partialPlacements.map { UTF8Key($0) })
  }

  var release: String { compiled.snapshot.release }

  /// The unit that an experiment draws by; `nil` for one that is not public.
  func unit(of experiment: String) -> Catalog.Unit? {
    compiled.snapshot.experiments[experiment]?.unit
  }

  /// An answer that enrols nobody: to a visitor of an experiment here that this bundle does not hold.
  /// Without its ids, nothing is drawn for a visitor.
  func answerToKept(
    _ placement: String, _ attributes: [String: AttributeValue], at now: Timestamp,
    as source: (Source.Bundled) -> Source
  ) -> Placement {
    var attributes = attributes
    attributes["anonymousId"] = nil
    attributes["userId"] = nil
    let (answer, _) = answer(placement, attributes, records: [], at: now, as: source)
    return answer.notEnrolled(because: .kept)
  }

  /// Whether an experiment is in it.
  func holds(_ experiment: String) -> Bool { compiled.snapshot.experiments[experiment] != nil }

  /// An answer with what it draws for this visitor, if it draws.
  func answer(
    _ placement: String, _ attributes: [String: AttributeValue], records: [RecordedAssignment],
    at now: Timestamp, as source: (Source.Bundled) -> Source
  ) -> (answer: Placement, drawn: RecordedAssignment?) {
    // Nobody's clock is behind a signature that holds.
    let now = max(now, issued)
    let visitor = compiled.visitor(attributes.mapValues(\.raw), at: now).visitor
    let decision = compiled.decide(placement, for: visitor, records: records, at: now)
    let bundled = Source.Bundled(
      release: release, age: now.elapsed(since: issued), isExpired: now >= expires,
      isPartial: partial.contains(UTF8Key(placement)))
    var locale: String?
    if case .string(let text)? = attributes["locale"] ?? attributes["language"] { locale = text }
    return (
      compiled.placement(
        decision, for: visitor, locale: locale, source: source(bundled), at: now),
      compiled.assignment(of: decision, for: visitor, records: records, at: now)
    )
  }
}

extension BundleVerifier {
  /// Verifies a bundle at the best known time. A device whose clock is behind is no reason to
  /// distrust: the moment of a signature that holds has been.
  ///
  /// - Parameter isHeard: the time is the server's, heard since the app started, and is not raised.
  func load(
    _ bundle: SignedBundle, at now: Timestamp, isHeard: Bool = false
  ) -> Result<LoadedBundle, BundleDistrust> {
    let signed = try? BundleSignature(bundle.signature)
    let certified = try? BundleCertificate(bundle.certificate)
    let latest =
      isHeard ? now : [now, signed?.issued, certified?.issued].compactMap(\.self).max() ?? now
    return switch verify(bundle, at: latest) {
    case .trusted(let verified), .expired(let verified):
      .success(LoadedBundle(verified, of: bundle.payload))
    case .refused(let distrust): .failure(distrust)
    }
  }
}

/// A bundle as it stands in a file, to be verified again whenever it is read.
struct StoredBundle: Codable, Sendable {
  var payload: String
  var signature: String
  var certificate: String
  /// Of the pointer.
  var etag: String?

  static let name = "bundle"

  var signed: SignedBundle {
    SignedBundle(payload: Array(payload.utf8), signature: signature, certificate: certificate)
  }
}

/// The bundles of this device, as far as they are to be trusted.
struct Bundles: Sendable {
  var download: LoadedBundle?
  var file: LoadedBundle?
  var etag: String?
  /// What was wrong with those that are not here.
  var troubles: [String] = []

  /// The payload of one of them that has this digest, in hexadecimal digits.
  func payload(_ digest: String?) -> [UInt8]? {
    guard let digest else { return nil }
    return [download, file].compactMap(\.self)
      .first { $0.digest.utf8.elementsEqual(digest.utf8) }?.payload
  }

  /// Takes away what was signed in the future, by a server whose clock was ahead: it would count as
  /// newer than all that comes until then.
  ///
  /// - Parameter now: the time that the server said.
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

  /// When the newest of them was issued.
  var newest: Timestamp? { [download?.issued, file?.issued].compactMap(\.self).max() }

  /// In the order in which they are asked: in time before too old, and then the newer first; of
  /// two that were issued at once the download.
  func inOrder(at now: Timestamp) -> [(bundle: LoadedBundle, source: (Source.Bundled) -> Source)] {
    var all: [(bundle: LoadedBundle, source: (Source.Bundled) -> Source)] = []
    if let download { all.append((download, { .download($0) })) }
    if let file { all.append((file, { .bundledFile($0) })) }
    if let download, let file, download.issued < file.issued { all.reverse() }
    let inTime = all.filter { max(now, $0.bundle.issued) < $0.bundle.expires }
    let tooOld = all.filter { max(now, $0.bundle.issued) >= $0.bundle.expires }
    return inTime + tooOld
  }
}
