internal import PaywallPresentation

extension ValidationRule {
  /// The text of a button can be read on it.
  static let readableButtons = ValidationRule { draft, sink in
    for button in draft.paywalls.compactMap(\.look.button) {
      let contrast = button.background.contrast(with: button.foreground)
      guard contrast < 4.5 else { continue }
      // Cut, so that what is too little never reads as enough.
      let tenths = Int(contrast * 10)
      sink.warning(
        .lowContrast, at: button.place,
        "the contrast of \(button.foreground.text) on \(button.background.text) is "
          + "\(tenths / 10).\(tenths % 10), and text needs 4.5",
        help: "write \(button.background.readable.text), or leave 'foreground' out")
    }
  }

  /// VoiceOver has something to say about an image.
  static let spokenHeroes = ValidationRule { draft, sink in
    for place in draft.paywalls.compactMap(\.look.silentHero) {
      sink.warning(
        .missingAlternative, at: place, "this image has no alternative text",
        help: "add 'alt' with what the image shows, for people who hear the paywall")
    }
  }
}
