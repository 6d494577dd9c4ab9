import Foundation
import PackagePlugin

/// Generates code from the filters of `Sources/Filters/ImageFilters` when the package is built: their list for that
/// target, the typed classes of CIFilterBuiltins for CoreImage, and their documentation for citool.
@main struct CataloguePlugin: BuildToolPlugin {
  private static let forms = [
    "ImageFilters": (form: "catalogue", file: "Catalogue.swift"),
    "CoreImage": (form: "builtins", file: "CIFilterBuiltins.swift"),
    "citool": (form: "documentation", file: "FilterComments+All.swift"),
  ]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let (form, name) = Self.forms[target.name] else {
      Diagnostics.error("CataloguePlugin has no output for \(target.name)")
      return []
    }
    let filters =
      target.name == "ImageFilters" ? target : target.recursiveTargetDependencies.first { $0.name == "ImageFilters" }
    guard let sources = filters as? any SourceModuleTarget else {
      Diagnostics.error("\(target.name) does not depend on the target ImageFilters, so there are no filters to collect")
      return []
    }
    let files = sources.sourceFiles(withSuffix: "swift").map(\.url)
      .filter { $0.path.hasPrefix(sources.directoryURL.path) }.sorted { $0.path < $1.path }
    let output = context.pluginWorkDirectoryURL.appending(path: name)
    return [
      .buildCommand(
        displayName: "Collecting the filters of \(target.name)",
        executable: try context.tool(named: "CatalogueCompiler").url,
        arguments: [form, output.path] + files.map(\.path),
        inputFiles: files, outputFiles: [output])
    ]
  }
}
