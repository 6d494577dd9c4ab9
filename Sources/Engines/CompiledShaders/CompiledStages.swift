/// Native code of functions for one processor level: a shared object, compiled when the package or an app was built.
package struct CompiledStages: Sendable {
  /// The level's name.
  package let level: String
  /// The object.
  package let base64: StaticString

  package init(level: String, base64: StaticString) { (self.level, self.base64) = (level, base64) }
}
