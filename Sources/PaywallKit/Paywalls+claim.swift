extension Paywalls {
  /// Stores the first visitor of a folder. If another process that shares the folder was faster, its
  /// visitor is the one here too.
  func claimFolder(for visitor: VisitorIds) {
    let claim = storage.start { [log = configuration.advanced.log] storage -> VisitorIds? in
      do {
        return try storage.exclusively {
          if let other = storage.value(VisitorIds.self, at: StoredState.visitorFile) {
            return other
          }
          try storage.keep(visitor, at: StoredState.visitorFile)
          return nil
        }
      } catch {
        log(.storageFailed("\(error)"))
        return nil
      }
    }
    Task { [weak self] in
      if let other = await claim.value { await self?.join(other) }
    }
  }

  /// Takes over the visitor of the other process, as if it had been stored, and the storage had
  /// answered late.
  private func join(_ other: VisitorIds) {
    guard let visitor, !isTemporary else { return }
    let (merged, isNewUser) = merge(other)
    self.visitor = merged
    if isNewUser { enqueueAlias(of: merged) }
    if merged != other || merged.anonymousId != visitor.anonymousId { keepVisitor() }
  }
}
