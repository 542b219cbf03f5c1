import CommandSupport
import HTTPDocuments
import PaywallAPI
import PaywallCatalog
import PaywallDecisions
import Planning

/// Recorded visitors, one JSON object a line: `attributes` as an app sends them, `recorded` by
/// experiment, and `subscription` by the names of the attributes without `subscription.`.
struct VisitorsFile {
  let path: String
  let compiled: CompiledSnapshot
  let now: Timestamp

  private var snapshot: Snapshot { compiled.snapshot }

  /// - Throws: a failure with the number of the line that cannot be read.
  func population() throws -> Population {
    var lines = try Lines(path)
    var members: [Population.Member] = []
    var number = 0
    while let line = try lines.next() {
      number += 1
      guard !line.trimmed.isEmpty else { continue }
      do throws(Problem) {
        members.append(try member(try MemberReader(try JSONReader.read(Array(line.utf8)))))
      } catch {
        throw Failure(
          .no, "\(path):\(number): \(error.detail)",
          help: #"a line looks like {"attributes": {"userId": "u-1", "country": "GB"}}"#)
      }
    }
    guard !members.isEmpty else {
      throw Failure(.no, "'\(path)' holds no visitor", help: "one JSON object a line")
    }
    return Population(members: members)
  }

  private func member(_ line: MemberReader) throws(Problem) -> Population.Member {
    var line = line
    let attributes = try line.attributes()
    let records = try records(in: line.take("recorded"), of: attributes)
    let knowledge = try knowledge(in: line.take("subscription"))
    try line.finish()
    return Population.Member(
      attributes: attributes, subscriber: knowledge, records: records)
  }

  private func records(
    in member: JSONValue.Member?, of attributes: [String: RawAttribute]
  ) throws(Problem) -> [RecordedAssignment] {
    guard let member else { return [] }
    guard case .object(let recorded) = member.value else {
      throw MemberReader.wrong(member, "an object of experiments and their variants")
    }
    let visitor = compiled.visitor(attributes, at: now).visitor
    var records: [RecordedAssignment] = []
    for record in recorded {
      guard case .text(let variant) = record.value else {
        throw MemberReader.wrong(record, "the name of a variant")
      }
      // A record of a removed experiment has no effect.
      guard let experiment = snapshot.experiments[record.name] else { continue }
      guard let unit = visitor.id(for: experiment.unit).text else {
        throw Problem(
          .missingMember, "'recorded' belongs to an id, and there is none.",
          field: experiment.unit.rawValue)
      }
      records.append(
        RecordedAssignment(
          experiment: record.name, phase: experiment.phase, variant: variant, unit: unit,
          unitKind: experiment.unit, recordedAt: now))
    }
    return records
  }

  private func knowledge(
    in member: JSONValue.Member?
  ) throws(Problem) -> SubscriberKnowledge {
    guard let member else { return .unidentified }
    guard case .object(let facts) = member.value else {
      throw MemberReader.wrong(member, "an object of facts")
    }
    let (knowledge, problems) = StatedFacts.knowledge(
      facts.map { ($0.name, RawAttribute($0.value)) }, in: snapshot)
    if let problem = problems.first {
      throw Problem(.wrongType, "'subscription': \(problem.text).", field: problem.fact)
    }
    return knowledge
  }
}
