@testable import LocalAppStore
import Testing

/// Images and messages, as Apple takes them.
struct MessageTests {
  /// A PNG image with empty pixels: `IHDR`, `IDAT`, `IEND`.
  static func png(
    _ width: Int, _ height: Int, colour: UInt8 = 2, extra: [String] = []
  ) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } }
    func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
      number(data.count) + Array(type.utf8) + data + [0, 0, 0, 0]
    }
    let header = number(width) + number(height) + [8, colour, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + extra.flatMap { chunk($0, [0, 0]) } + chunk("IDAT", []) + chunk("IEND", [])
  }

  private static let ids = (1...9).map { "\($0)0000000-0000-4000-8000-000000000000" }

  private func refusal(_ work: () throws -> Void) -> MessagingRefusal? {
    do {
      try work()
      return nil
    } catch {
      return error as? MessagingRefusal
    }
  }

  @Test("An image is a PNG of Apple's size without transparency")
  func images() {
    let whole = Self.png(3_840, 2_160)
    let cases: [([UInt8], StoreImage.Size, MessagingRefusal?)] = [
      (whole, .fullSize, nil), (Self.png(3_840, 160), .fullSize, nil),
      (Self.png(3_840, 159), .fullSize, .invalidImage),
      (Self.png(3_840, 2_161), .fullSize, .invalidImage),
      (Self.png(3_839, 2_160), .fullSize, .invalidImage),
      (Self.png(1_024, 1_024), .bulletPoint, nil), (whole, .bulletPoint, .invalidImage),
      (Self.png(1_024, 1_023), .bulletPoint, .invalidImage),
      (Self.png(3_840, 160, colour: 6), .fullSize, .invalidImage),
      (Self.png(3_840, 160, colour: 4), .fullSize, .invalidImage),
      (Self.png(3_840, 160, colour: 3), .fullSize, nil),
      (Self.png(3_840, 160, colour: 3, extra: ["PLTE", "tRNS"]), .fullSize, .invalidImage),
      (Array(whole.dropLast(12)), .fullSize, .invalidImage),
      (whole + [0], .fullSize, .invalidImage),
      ([], .fullSize, .invalidImage), (Array("GIF89a".utf8), .fullSize, .invalidImage),
    ]
    for (number, (bytes, size, expected)) in cases.enumerated() {
      var held = StoreMessages(isSandbox: true)
      #expect(refusal { try held.upload(bytes, as: Self.ids[0], size) } == expected, "\(number)")
      #expect(held.images.count == (expected == nil ? 1 : 0))
    }
  }

  @Test("Each length has its limit and its code")
  func lengths() throws {
    var held = StoreMessages(isSandbox: true)
    try held.upload(Self.png(3_840, 160), as: Self.ids[0], .fullSize)
    try held.upload(Self.png(1_024, 1_024), as: Self.ids[1], .bulletPoint)
    func text(_ count: Int) -> String { String(repeating: "ä", count: count) }
    func point(_ length: Int, _ alt: Int = 150) -> StoreMessage.BulletPoint {
      .init(text: text(length), image: .init(id: Self.ids[1], altText: text(alt)))
    }
    func message(
      _ header: Int = 66, _ body: Int = 144, alt: Int? = nil,
      points: [StoreMessage.BulletPoint] = [],
      at position: StoreMessage.HeaderPosition = .aboveBody
    ) -> StoreMessage {
      StoreMessage(
        id: Self.ids[2], header: text(header), body: text(body), headerPosition: position,
        image: alt.map { .init(id: Self.ids[0], altText: text($0)) }, bulletPoints: points)
    }
    let five = Array(repeating: point(66), count: 5)
    let cases: [(StoreMessage, MessagingRefusal?)] = [
      (message(), nil), (message(67), .headerTooLong), (message(66, 145), .bodyTooLong),
      (message(alt: 150), nil), (message(alt: 151), .altTextTooLong), (message(points: five), nil),
      (message(points: five + [point(1)]), .tooManyBulletPoints),
      (message(points: [point(67)]), .bulletPointTooLong),
      (message(points: [point(1, 151)]), .altTextTooLong),
      (message(at: .aboveImage), .nothingBelowHeader), (message(alt: 1, at: .aboveImage), nil),
    ]
    for (message, expected) in cases {
      var held = held
      #expect(refusal { try held.upload(message) } == expected, "\(message)")
    }
    // An emoji has two UTF-16 units.
    let emoji = StoreMessage(
      id: Self.ids[2], header: String(repeating: "🙂", count: 33) + "x", body: "")
    #expect(refusal { try held.upload(emoji) } == .headerTooLong)
  }

  @Test(
    "Ids are used once; an image stays while a message shows it; a default goes with its message")
  func lives() throws {
    var held = StoreMessages(isSandbox: true)
    try held.upload(Self.png(3_840, 160), as: Self.ids[0].uppercased(), .fullSize)
    let image = StoreMessage.Image(id: Self.ids[0], altText: "A lamp")
    let message = StoreMessage(id: Self.ids[1], header: "H", body: "B", image: image)
    try held.upload(message)
    let place = try StoreMessages.DefaultPlace(productId: "pro", locale: "de-DE")
    try held.setDefault(Self.ids[1], at: place)
    #expect(
      refusal { try held.upload(Self.png(3_840, 160), as: Self.ids[0], .fullSize) } == .imageExists)
    #expect(refusal { try held.upload(message) } == .messageExists)
    #expect(refusal { try held.deleteImage(Self.ids[0]) } == .imageInUse)
    #expect(refusal { try held.deleteImage(Self.ids[5]) } == .imageNotFound)
    #expect(refusal { try held.deleteMessage(Self.ids[5]) } == .messageNotFound)
    #expect(refusal { try held.setDefault(Self.ids[5], at: place) } == .messageNotFound)
    let absent = StoreMessage(
      id: Self.ids[2], header: "H", body: "B", image: .init(id: Self.ids[5], altText: ""))
    #expect(refusal { try held.upload(absent) } == .imageNotFound)
    let asPoint = StoreMessage(
      id: Self.ids[2], header: "H", body: "B", bulletPoints: [.init(text: "P", image: image)])
    #expect(refusal { try held.upload(asPoint) } == .wrongImageSize)
    try held.deleteMessage(Self.ids[1])
    #expect(held.defaults.isEmpty)
    #expect(refusal { try held.deleteDefault(at: place) } == .defaultNotFound)
    try held.deleteImage(Self.ids[0])
    #expect(held.images.isEmpty)
  }

  @Test("In production everything waits for Apple, and no address is taken")
  func production() throws {
    var held = StoreMessages(isSandbox: false)
    try held.upload(Self.png(3_840, 160), as: Self.ids[0], .fullSize)
    try held.upload(
      StoreMessage(
        id: Self.ids[1], header: "H", body: "B", image: .init(id: Self.ids[0], altText: "")))
    let place = try StoreMessages.DefaultPlace(productId: "pro", locale: "de")
    #expect(refusal { try held.setDefault(Self.ids[1], at: place) } == .messageNotApproved)
    let hasMessage = held.review(Self.ids[1], as: .approved)
    #expect(hasMessage)
    #expect(refusal { try held.setDefault(Self.ids[1], at: place) } == .imageNotApproved)
    let hasImage = held.review(Self.ids[0], as: .approved)
    #expect(hasImage)
    #expect(refusal { try held.setDefault(Self.ids[1], at: place) } == nil)
    // A locale without a default takes that of its language.
    #expect(held.defaultMessage(for: "pro", in: "de-CH")?.id == Self.ids[1])
    #expect(held.defaultMessage(for: "pro", in: "fr-FR") == nil)
    #expect(refusal { try held.setRealtimeURL("https://example.com/r") } == .noPassedTest)
  }

  @Test("An address is http or https and has 256 characters at most")
  func address() {
    var held = StoreMessages(isSandbox: true)
    #expect(refusal { try held.setRealtimeURL(nil) } == .urlNotFound)
    let longest = "https://example.com/" + String(repeating: "a", count: 236)
    for wrong in ["", "example.com", "ftp://example.com", "https://", "https://a b", longest + "a"]
    {
      #expect(refusal { try held.setRealtimeURL(wrong) } == .invalidURL, "\(wrong)")
    }
    for right in [longest, "http://127.0.0.1:8080/v1/appstore/retention", "https://example.com"] {
      #expect(refusal { try held.setRealtimeURL(right) } == nil, "\(right)")
    }
    #expect(refusal { try held.setRealtimeURL(nil) } == nil)
    #expect(held.realtimeURL == nil)
  }

  @Test("A locale is a language, with a script or a region")
  func locales() {
    for right in ["de", "de-DE", "zh-Hans", "zh-Hant-TW", "es-419"] {
      #expect(refusal { _ = try StoreMessages.DefaultPlace(productId: "p", locale: right) } == nil)
    }
    for wrong in ["", "german", "de_DE", "DE", "de-de", "de-"] {
      #expect(
        refusal { _ = try StoreMessages.DefaultPlace(productId: "p", locale: wrong) }
          == .invalidLocale, "\(wrong)")
    }
  }
}
