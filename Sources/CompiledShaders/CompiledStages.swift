/// Every shader's function as native code for one level of processors: a shared object, made when the package was
/// built.
package struct CompiledStages: Sendable {
  /// The level's name.
  package let level: String
  /// The object.
  package let base64: StaticString
}
