package import HTTPDocuments
package import PaywallCatalog
package import PaywallDecisions
package import Serving

/// The body of `POST /v1/exposures`: paywalls that an app rendered for one visitor.
///
/// A mistake in one exposure is reported for that one. Only an exposure without an id fails the
/// request. A mistake in a value sent for results only (`sentAt`, `shown`) is counted, and fails
/// nothing.
package struct ExposureRequest {
  package var attributes: [String: RawAttribute]
  package var exposures: [Claimed]
  /// The proof of the `userId` among the attributes.
  package var userProof: String?
  /// When the request was sent, by the device's clock.
  package var sentAt: Timestamp?
  /// Details that were sent with the request and cannot be used.
  package var unknown: [UnknownDetail] = []

  /// One exposure as it was sent.
  package struct Claimed {
    package var id: String
    package var claim: Result<Claim, Problem>
    package var shown: ShownPaywall

    /// A claim that says nothing of what was shown.
    package init(id: String, claim: Result<Claim, Problem>) {
      self.id = id
      self.claim = claim
      shown = ShownPaywall(nil)
    }
  }

  package enum Claim: Hashable {
    case exposure(ExposureClaim)
    /// With `heldOut: true`.
    case heldOut(HeldOutClaim)

    package var experiment: String {
      switch self {
      case .exposure(let claim): claim.experiment
      case .heldOut(let claim): claim.experiment
      }
    }
  }

  package init(_ body: JSONValue) throws(Problem) {
    var members = try MemberReader(body)
    attributes = try members.attributes()
    try members.locales(into: &attributes)
    guard let member = members.take("exposures") else {
      throw MemberReader.missing("exposures", "the rendered paywalls")
    }
    guard case .list(let items) = member.value else {
      throw MemberReader.wrong(member, "an array of objects")
    }
    guard items.count <= Limits.exposures else {
      throw Problem(
        .tooManyExposures,
        "A request may have at most \(Limits.exposures) exposures; this one has \(items.count). Send the others in another request.",
        field: "exposures", place: member.place)
    }
    userProof = try members.text("userProof")
    if let member = members.take("sentAt") {
      if case .text(let text) = member.value { sentAt = Timestamp(rfc3339: text) }
      if sentAt == nil { unknown.append(.sentAt) }
    }
    try members.finish()
    exposures = []
    for (index, item) in items.enumerated() {
      exposures.append(try Claimed(item, called: "exposures[\(index)]", in: member))
    }
  }
}

extension ExposureRequest.Claimed {
  fileprivate init(
    _ value: JSONValue, called name: String, in list: JSONValue.Member
  ) throws(Problem) {
    guard case .object(let members) = value else {
      throw Problem(
        .wrongType, "'\(name)' must be an object; it is \(value.kind).", field: name,
        place: list.place)
    }
    var reader = try MemberReader(value, called: name)
    let given = reader.take("id")
    guard case .text(let id)? = given?.value, !id.isEmpty else {
      throw Problem(
        given == nil ? .missingMember : .wrongType,
        "'\(name)' needs an 'id': a text that names this exposure and no other, so that it counts once.",
        field: "\(name).id", place: given?.place ?? members.first?.place ?? list.place)
    }
    try Limits.check(id, of: "\(name).id")
    self.id = id
    shown = ShownPaywall(reader.take("shown"))
    do throws(Problem) {
      claim = .success(try ExposureRequest.Claim(&reader))
    } catch {
      claim = .failure(error)
    }
  }
}

extension ExposureRequest.Claim {
  fileprivate init(_ members: inout MemberReader) throws(Problem) {
    let isHeldOut = try members.boolean("heldOut") ?? false
    self =
      isHeldOut
      ? .heldOut(try HeldOutClaim(&members)) : .exposure(try ExposureClaim(&members))
  }
}

extension ExposureClaim {
  fileprivate init(_ members: inout MemberReader) throws(Problem) {
    let experiment = try members.short("experiment", "the experiment's id")
    let variant = try members.short("variant", "the variant's name")
    let phase = try members.phaseOfExposure()
    let placement = try members.text("placement")
    if let placement { try Limits.check(placement, of: "placement") }
    let at = try members.momentOfExposure()
    try members.finish()
    self.init(
      experiment: experiment, variant: variant, phase: phase, placement: placement, at: at)
  }
}

extension HeldOutClaim {
  fileprivate init(_ members: inout MemberReader) throws(Problem) {
    if let variant = members.take("variant") {
      throw Problem(
        .unknownMember, "An exposure with 'heldOut' has no variant: leave 'variant' out.",
        field: "variant", place: variant.place)
    }
    let experiment = try members.short("experiment", "the experiment's id")
    let phase = try members.phaseOfExposure()
    let placement = try members.short("placement", "the placement that rendered it")
    let at = try members.momentOfExposure()
    try members.finish()
    self.init(experiment: experiment, phase: phase, placement: placement, at: at)
  }
}

extension MemberReader {
  fileprivate mutating func phaseOfExposure() throws(Problem) -> Int {
    guard let phase = try phase() else {
      throw Problem(.missingMember, "An exposure needs 'phase': its number.", field: "phase")
    }
    return phase
  }

  fileprivate mutating func momentOfExposure() throws(Problem) -> Timestamp {
    guard let at = try moment("at") else {
      throw Problem(
        .missingMember, "An exposure needs 'at': when it was rendered.", field: "at")
    }
    return at
  }

  /// A required text of usable length.
  mutating func short(_ name: String, _ what: String) throws(Problem) -> String {
    let text = try required(name, what)
    try Limits.check(text, of: name)
    return text
  }

  /// The number of a phase, from 1.
  mutating func phase() throws(Problem) -> Int? {
    try whole("phase", in: 1...Int64.max, "a whole number from 1")
  }

  /// A time with a zone, `2026-12-01T09:00:00Z`.
  mutating func moment(_ name: String) throws(Problem) -> Timestamp? {
    guard let text = try text(name) else { return nil }
    guard let moment = Timestamp(rfc3339: text) else {
      throw Problem(
        .wrongType, "'\(name)' must be a time with a zone, such as 2026-12-01T09:00:00Z.",
        field: name)
    }
    return moment
  }
}
