import Foundation
import KernelLanguage
import TestFiles
import Testing

/// Prelude functions that built-in filters need too are the same as in the shader files.
@Suite struct PreludeTests {
  private func shader(_ name: String) throws -> String {
    try String(contentsOf: repository.appendingPathComponent("Shaders/\(name)"), encoding: .utf8)
  }

  /// Returns the lines between the braces of a function or a macro, without white space and backslashes.
  private func body(of head: String, in text: String) throws -> [String] {
    let start = try #require(text.range(of: head)).upperBound
    let lines = text[start...].split(separator: "\n", omittingEmptySubsequences: false)
    return lines.prefix { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("}") }
      .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " \\{")) }.filter { !$0.isEmpty }
  }

  private func glsl(_ statement: String) throws -> String {
    try kernels("kernel vec4 f(sampler s, float a, vec4 c) { return \(statement); }", .coreImage)[0].glsl
  }

  @Test func powersAreThoseOfTheShaders() throws {
    let (printed, shared) = (try glsl("vec4(pow(a, 2.0))"), try shader("Shared/Power.glsl"))
    for (own, theirs) in [
      ("float ci_log2(const float base)", "float positiveLog2(const float base)"),
      ("float ci_exp2(const float y)", "float normalExp2(const float y)"),
      ("float ci_pow(const float base, const float exponent)", "float power(const float base, const float exponent)"),
    ] {
      let expected = try body(of: theirs, in: shared).map {
        $0.replacingOccurrences(of: "positiveLog2", with: "ci_log2").replacingOccurrences(
          of: "normalExp2", with: "ci_exp2")
      }
      #expect(try body(of: own, in: printed) == expected)
    }
  }

  @Test func alphaIsThatOfTheShaders() throws {
    let (printed, shared) = (try glsl("premultiply(unpremultiply(c))"), try shader("Shared/Alpha.glsl"))
    for name in ["premultiply(const vec4 color)", "unpremultiply(const vec4 color)"] {
      #expect(try body(of: "vec4 ci_\(name)", in: printed) == body(of: "vec4 \(name)", in: shared))
    }
  }
}
