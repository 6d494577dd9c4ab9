import Foundation
import PackagePlugin

/// Collects the filters of `Sources/ImageFilters` when the package is built: into one list for that target, and into
/// the typed forms of CIFilterBuiltins for the public face.
@main struct CataloguePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let isCatalogue = target.name == "ImageFilters"
    let filters = isCatalogue ? target : target.recursiveTargetDependencies.first { $0.name == "ImageFilters" }
    guard let sources = filters as? any SourceModuleTarget else {
      Diagnostics.error("\(target.name) does not depend on the target ImageFilters, so there is nothing to collect")
      return []
    }
    let files = sources.sourceFiles(withSuffix: "swift").map(\.url)
      .filter { $0.path.hasPrefix(sources.directoryURL.path) }.sorted { $0.path < $1.path }
    let name = isCatalogue ? "Catalogue.swift" : "CIFilterBuiltins.swift"
    let output = context.pluginWorkDirectoryURL.appending(path: name)
    return [
      .buildCommand(
        displayName: "Collecting the filters of \(target.name)",
        executable: try context.tool(named: "CatalogueCompiler").url,
        arguments: [isCatalogue ? "catalogue" : "builtins", output.path] + files.map(\.path),
        inputFiles: files, outputFiles: [output])
    ]
  }
}
