import LocalAppStore
import LocalAppStoreClient

extension StoreProblem {
  init(_ refusal: StoreRefusal) {
    self.init(
      refusal.isUnknown ? 404 : 409, refusal.code, "The App Store refuses it",
      refusal.sentences, fields: refusal.fields.isEmpty ? nil : refusal.fields)
  }
}
