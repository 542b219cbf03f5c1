import Ledger
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import PaywallTextCoding
import Serving

/// Makes exposures of the claims of one request: with corrected times, and with the details that are
/// recorded for results.
struct ExposureReader {
  /// The details that were sent and cannot be used.
  private(set) var unknown: [UnknownDetail]
  private let release: PreparedRelease
  private let history: ServedHistory
  /// The start of the service of the release; `nil` if the timeline does not say.
  private let servedSince: Timestamp?
  private let visitor: Visitor
  private let locale: String
  private let dimensions: DimensionReader
  private let isHeldOut: Bool
  /// The milliseconds added to the device's times; `nil` if they are not corrected.
  private let offset: Int64?
  /// The party that vouches for the user id.
  private let voucher: AliasVoucher
  private let now: Timestamp

  /// - Parameters:
  ///   - sentAt: when the request was sent, by the device's clock.
  ///   - unknown: the details that were sent with the request and cannot be used.
  init(
    _ evaluation: EvaluationContext, _ release: PreparedRelease, _ history: ServedHistory,
    sentAt: Timestamp? = nil, unknown: [UnknownDetail] = [], vouchedBy voucher: AliasVoucher,
    at now: Timestamp
  ) {
    self.release = release
    self.history = history
    servedSince = history.start(of: release.release)
    self.voucher = voucher
    visitor = evaluation.visitor
    locale = release.compiled.locales[visitor.language.place]
    isHeldOut = release.compiled.isHeldOut(visitor)
    let offset = sentAt.map { now.milliseconds - $0.milliseconds }
    let isAbsurd = offset.map { $0.magnitude > Self.mostOffset } ?? false
    self.offset = isAbsurd ? nil : offset
    self.now = now
    dimensions = DimensionReader(release.compiled, visitor, offset: self.offset ?? 0, at: now)
    self.unknown = unknown + dimensions.unknown + (isAbsurd ? [.clock] : [])
  }

  /// A year: a device's clock that is further off could say anything.
  private static let mostOffset = UInt64(366 * Timestamp.day)
  /// A claim may be this much ahead: two clocks are never equal.
  private static let tolerance: Int64 = 60_000

  /// The claim with its time by the server's clock.
  mutating func corrected<Claim: PhaseClaim>(_ claim: Claim) -> Claim {
    var claim = claim
    if let offset { claim.at = claim.at.adding(milliseconds: offset) }
    if claim.at > now.adding(milliseconds: Self.tolerance) { unknown.append(.futureTime) }
    return claim
  }

  /// - Parameter claim: corrected.
  /// - Returns: `nil` for a claim not to store.
  mutating func exposure(
    _ claimed: ExposureRequest.Claimed, _ claim: ExposureClaim, _ verdict: ClaimVerdict,
    earlier phase: EarlierPhase?
  ) -> Exposure? {
    let assignment: RecordedAssignment
    var contradicts = false
    switch verdict {
    case .first(let drawn): assignment = drawn
    case .repeated(let record): assignment = record
    case .contradicts(let record):
      assignment = record
      contradicts = true
    case .mismatch, .refused: return nil
    }
    let moment = moment(of: claim, earlier: phase)
    let circumstances = release.compiled.circumstances(
      of: claim, by: visitor, unit: assignment.unit, earlier: phase, at: moment)
    if claim.placement != nil, circumstances.placement == nil { unknown.append(.placement) }
    return Exposure(
      id: claimed.id, assignment: assignment, origin: visitor.origin(of: assignment),
      contradicts: contradicts, claimedVariant: contradicts ? claim.variant : nil,
      voucher: voucher, terms: release.frozenTerms(of: claim.experiment, phase: claim.phase),
      renderedAt: moment.renderedAt, placement: circumstances.placement, isHeldOut: isHeldOut,
      deviceTime: deviceTime(of: claim),
      details: details(claimed.shown, circumstances, at: moment))
  }

  /// The exposure of a held-out visitor.
  ///
  /// - Parameters:
  ///   - claim: corrected, and accepted for the unit.
  ///   - anonymousId: of the request.
  mutating func exposure(
    _ claimed: ExposureRequest.Claimed, _ claim: HeldOutClaim, of unit: HeldOutUnit,
    records: [RecordedAssignment], anonymousId: String?, earlier phase: EarlierPhase?
  ) -> HeldOutExposure {
    let moment = moment(of: claim, earlier: phase)
    let circumstances = release.compiled.circumstances(
      of: claim, by: visitor, records: records, earlier: phase, at: moment)
    return HeldOutExposure(
      id: claimed.id, unit: unit, anonymousId: anonymousId,
      origin: visitor.origin(of: unit.unit),
      terms: release.frozenTerms(of: claim.experiment, phase: claim.phase),
      renderedAt: moment.renderedAt, placement: claim.placement, deviceTime: deviceTime(of: claim),
      details: details(claimed.shown, circumstances, at: moment))
  }

  /// Returns when a claim's paywall was rendered, with the service at that time if it was of
  /// another release.
  private func moment(
    of claim: some PhaseClaim, earlier phase: EarlierPhase?
  ) -> ExposureMoment {
    var moment = ExposureMoment(
      renderedAt: release.compiled.moment(of: claim, earlier: phase, at: now), now: now)
    if let servedSince, moment.renderedAt < servedSince,
      history.release(at: moment.renderedAt)?.hasSameUTF8(as: release.release) != true
    {
      moment.service = history.service(
        of: claim.experiment, phase: claim.phase, at: moment.renderedAt)
    }
    return moment
  }

  private func deviceTime(of claim: some PhaseClaim) -> DeviceTime? {
    offset.map { DeviceTime(at: claim.at.adding(milliseconds: -$0), offset: $0) }
  }

  private mutating func details(
    _ shown: ShownPaywall, _ circumstances: ExposureCircumstances, at moment: ExposureMoment
  ) -> ExposureDetails {
    unknown += shown.unknown
    var details = ExposureDetails(
      dimensions: dimensions.dimensions(
        renderedAt: moment.renderedAt, isInAudience: circumstances.isInAudience),
      served: served(circumstances, at: moment), reported: shown.reported,
      flags: circumstances.flags,
      daysSinceInstall: dimensions.daysSinceInstall(at: moment.renderedAt))
    if let paywall = shown.reported.paywall, !isDecided(paywall, circumstances) {
      unknown.append(.undecidedPaywall)
      details.flags.insert(.undecidedPaywall)
      details.reported.paywall = nil
      details.served = ServedPaywall(
        release: details.served.release, placement: details.served.placement,
        traffic: details.served.traffic)
    }
    if let product = shown.reported.product, release.snapshot.products[product] == nil {
      unknown.append(.product)
      details.reported.product = nil
    }
    return details
  }

  /// True if the variant shows the paywall at the placement, or anywhere if that is unknown. Of an
  /// earlier phase it is only known whether there is such a paywall.
  private func isDecided(_ paywall: String, _ circumstances: ExposureCircumstances) -> Bool {
    guard let known = release.snapshot.paywalls[paywall] else { return false }
    let show = Show.paywall(known.id)
    if let served = circumstances.show { return served == show }
    return circumstances.shows.isEmpty || circumstances.shows.contains(show)
  }

  private func served(
    _ circumstances: ExposureCircumstances, at moment: ExposureMoment
  ) -> ServedPaywall {
    var served = ServedPaywall(
      release: moment.service == nil
        ? release.release : history.release(at: moment.renderedAt),
      placement: circumstances.placement,
      traffic: circumstances.traffic)
    guard let show = circumstances.show else { return served }
    served.paywall = show.description
    if case .paywall(let id) = show, let paywall = release.snapshot.paywalls[id] {
      let digests = release.digests.digests(of: paywall, locale: locale, in: release.snapshot)
      served.locale = locale
      served.content = digests.content
      served.products = digests.products
      served.selected = paywall.selected
    }
    return served
  }
}
