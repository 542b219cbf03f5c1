import PaywallCatalog
import Testing

/// The combination of the records of several ids of one person.
struct LoginTests {
  func own(
    _ variant: String, unit: String = "ada", kind: PaywallCatalog.Unit = .visitor, phase: Int = 1,
    day: Int = 2
  ) -> RecordedAssignment {
    RecordedAssignment(
      experiment: "price", phase: phase, variant: variant, unit: unit, unitKind: kind,
      recordedAt: at("2026-12-0\(day)T00:00Z"))
  }

  /// Joins the records in every order, as the result must not depend on it.
  func login(_ records: [RecordedAssignment], as user: String? = "ada") -> Login {
    let login = Login(records, as: user)
    #expect(Login(records.reversed(), as: user) == login)
    #expect(records.reversed().afterLogin(as: user) == login.kept)
    return login
  }

  @Test("The user's own record wins, however old the anonymous one is")
  func ownWins() {
    let (mine, device) = (own("trial", day: 5), own("control", unit: "d1", day: 1))
    let login = login([device, mine])
    #expect(login.kept == [mine])
    #expect(login.conflicts == [device])
  }

  @Test("Without one the anonymous record is taken over, with its unit")
  func takenOver() {
    let device = own("control", unit: "d1")
    #expect(login([device]).kept == [device])
    #expect(login([device]).conflicts == [])
    #expect(login([device], as: nil).kept == [device])
  }

  @Test("Of several anonymous records the oldest wins; of one moment the unit settles it")
  func severalDevices() {
    let devices = [
      own("trial", unit: "d3", day: 4), own("control", unit: "d2", day: 3),
      own("trial", unit: "d1", day: 3),
    ]
    let login = login(devices)
    #expect(login.kept == [devices[2]])
    #expect(login.conflicts == [devices[1]])
  }

  @Test("The same variant under two ids is no conflict")
  func same() {
    let login = login([own("trial"), own("trial", unit: "d1", day: 1)])
    #expect(login.kept.map(\.unit) == ["ada"])
    #expect(login.conflicts == [])
  }

  @Test("Phases stand for themselves, and come in the order in which they were recorded")
  func phases() {
    let first = own("control", unit: "d1", phase: 1, day: 1)
    let second = own("trial", phase: 2, day: 6)
    #expect(login([second, first]).kept == [first, second])
    #expect(login([second, first]).conflicts == [])
  }

  @Test("A record drawn with a device's id is not the user's own, whatever its text")
  func anonymousKind() {
    let device = own("control", kind: .anonymousId, day: 5)
    let older = own("trial", unit: "d1", kind: .anonymousId, day: 1)
    #expect(login([device, older]).kept == [older])
  }

  @Test("Ids and variants are compared by their code units")
  func exact() {
    let (composed, decomposed) = ("zo\u{EB}", "zoe\u{308}")
    let login = login(
      [own("trial", unit: composed, day: 1), own("control", unit: decomposed, day: 2)],
      as: decomposed)
    #expect(login.kept.map(\.variant) == ["control"])
    #expect(login.conflicts.map(\.variant) == ["trial"])
  }
}
