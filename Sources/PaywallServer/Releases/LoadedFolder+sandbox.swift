import PaywallCatalog

extension LoadedFolder {
  /// Serves the sandbox only, whatever environments the configuration names.
  static func ofSandbox(_ load: @escaping FolderLoader) -> FolderLoader {
    { folder in
      var loaded = load(folder)
      loaded.snapshot?.app.environments = [.sandbox]
      return loaded
    }
  }
}
