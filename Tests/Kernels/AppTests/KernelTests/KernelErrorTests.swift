import CoreImage
import Foundation
import TestContexts
import Testing

/// Malformed sources, and mismatched classes and arguments.
@Suite struct KernelErrorTests {
  @Test func aTextWithAMistakeSaysWhereItIs() throws {
    #expect(CIColorKernel(source: "kernel vec4 broken(__sample s) { return vec3(1.0); }") == nil)
    #expect(CIKernel.makeKernels(source: "no kernel at all") == nil)
    let error = #expect(throws: CIKernelError.self) {
      try CIKernel.kernels(checked: "kernel vec4 f(__sample s) {\n  return arctan2(s);\n}", language: .coreImage)
    }
    guard case .text(let messages) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(messages[0].line == 2 && messages[0].isError)
    #expect(messages[0].editorText.hasPrefix("kernel:2:"))
  }

  @Test func glslOfOurOwnFormIsAKernelToo() throws {
    let kernels = try CIKernel.kernels(
      checked:
        "vec4 exposureAdjust(const vec4 color, const float gain) { return vec4(color.rgb * gain * 2.0, color.a); }",
      language: .glsl)
    #expect(kernels.map(\.name) == ["exposureAdjust"])
    let image = KernelImageLoads.noise()
    let kernel = try #require(kernels[0] as? CIColorKernel)
    // A kernel with the name of one of the package's formulas, in the same program.
    let made = try #require(
      kernel.apply(
        extent: image.extent,
        arguments: [image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1]), 1]))
    let context = CIContext()
    let (a, b) = (
      try KernelImageLoads.pixel(image, 3, 9, context), try KernelImageLoads.pixel(made, 3, 9, context)
    )
    #expect(abs(b.x - a.x * 4) < 0.01)
  }

  private func messages(_ text: String) throws -> [CIKernelMessage] {
    let error = #expect(throws: CIKernelError.self) {
      try CIKernel.kernels(checked: text, language: .glsl, file: "a.ci.glsl")
    }
    guard case .text(let messages) = error else {
      Issue.record("\(String(describing: error))")
      return []
    }
    return messages
  }

  /// The GLSL compiler reports only lines.
  @Test func errorsInGLSLHaveTheirColumns() throws {
    let wrong = try messages("// A colour.\nvec4 broken(const vec4 color) {\n  return colour;\n}\n")
    #expect(
      wrong.first?.editorText
        == "a.ci.glsl:3:10: error: 'colour' : undeclared identifier\n  return colour;\n         ^")
    #expect(wrong.first?.isError == true && wrong.first?.line == 3 && wrong.first?.column == 10)
    // Not in a comment, and not as a part of another word.
    let hidden = try messages(
      "vec4 broken(const vec4 color) {\n  /* x */ float xx = 1.0; /*\n  x */\treturn color * xx * x;\n}\n")
    #expect(hidden.first.map { [$0.line, $0.column] } == [3, 28], "\(hidden)")
    // An operator is found too, and characters of several bytes are one column.
    let mark = try messages(
      "vec4 broken(const vec4 color) {\n  /* é */ if (1.0 == 1.0) { bool b = color; }\n  return color;\n}")
    #expect(mark.first.map { [$0.line, $0.column] } == [2, 36], "\(mark)")
    let assigned = try messages("vec4 broken(const vec4 color) {\n  bool b;\n  b = color;\n  return color;\n}")
    #expect(assigned.first.map { [$0.line, $0.column] } == [3, 5], "\(assigned)")
    // Errors without a location are reported at the start of the line, with the kernel's name.
    let twice = try messages(
      "vec4 broken(const vec4 color) { return color; }\n\n  vec4 broken(const vec4 color) { return color; }")
    #expect(twice.first.map { [$0.line, $0.column] } == [3, 8])
    #expect(twice.first?.text == "'broken' : function already has a body")
    let short = try messages("vec4 broken(const vec4 color) {\n  return color\n    ;;\n  }}\n")
    #expect(short.first.map { [$0.line, $0.column] } == [4, 3], "\(short)")
  }

  @Test func linesOfOtherSystemsAreLines() throws {
    let wrong = try messages(
      "\u{feff}// A colour.\r\nvec4 broken(const vec4 color) {\r\n  return colour;\r\n}\r\n")
    #expect(wrong.first.map { [$0.line, $0.column] } == [3, 10])
    #expect(wrong.first?.editorText.hasSuffix("  return colour; \n         ^") == true)
    let kernel = try #require(
      try CIKernel.kernels(
        checked: "\u{feff}// inputs: 1\r\nvec4 tinted(const vec4 color, const vec4 tint) {\r\n  return color * "
          + "tint;\r\n}\r\n",
        language: .glsl
      ).first)
    #expect(kernel.parameters.map(\.type) == [.sample, .floats(4)])
  }

  /// Of a long line, the text around the location is shown.
  @Test func longLinesAreCut() throws {
    let sum = Array(repeating: "color", count: 400).joined(separator: " + ")
    let wrong = try #require(try messages("vec4 broken(const vec4 color) { return \(sum) + colour + \(sum); }").first)
    #expect(wrong.column == 40 + 400 * 8)
    let lines = wrong.editorText.split(separator: "\n")
    #expect(lines[1].count < 200)
    let caret = lines[2].count - 1
    #expect(lines[1].dropFirst(caret).hasPrefix("colour + "))
  }

  @Test func kernelsAreOfTheirClasses() throws {
    let kernels = try #require(
      CIKernel.makeKernels(
        source: """
          kernel vec4 a(__sample s) { return s; }
          kernel vec2 b() { return destCoord(); }
          kernel vec4 c(sampler s) { return sample(s, destCoord() + 1.0); }
          kernel vec4 d(__sample f, __sample b) { return f + b; }
          """))
    #expect(kernels.map { "\(type(of: $0))" } == ["CIColorKernel", "CIWarpKernel", "CIKernel", "CIBlendKernel"])
    #expect(CIWarpKernel(source: "kernel vec4 a(__sample s) { return s; }") == nil)
    let error = #expect(throws: CIKernelError.self) {
      try CIWarpKernel(checked: "kernel vec4 a(__sample s) { return s; }", language: .coreImage)
    }
    #expect(error == .wrongClass(kernel: "a", found: "color kernel", wanted: "CIWarpKernel"))
  }

  @Test func argumentsThatDoNotFitAreNamed() throws {
    let kernel = try #require(
      CIColorKernel(source: "kernel vec4 f(__sample s, vec2 p, __color c) { return s + c * p.x; }"))
    let image = KernelImageLoads.noise()
    #expect(kernel.apply(extent: image.extent, arguments: [image]) == nil)
    func error(_ arguments: [Any]) -> String {
      do { _ = try kernel.apply(checked: image.extent, arguments: arguments) } catch { return "\(error)" }
      return "none"
    }
    #expect(
      error([image])
        == "argument count mismatch for kernel 'f', expected 3 but saw 1. It takes __sample s, vec2 p, __color c")
    #expect(error([image, 1, CIColor.red]).hasPrefix("kernel 'f': 'p' takes a CIVector of 2 numbers, not "))
    #expect(error([1, CIVector(x: 1, y: 2), CIColor.red]).hasPrefix("kernel 'f': 's' takes a CIImage, not "))
    #expect(error([image, CGPoint(x: 1, y: 2), CIColor.red]) == "none")
    #expect(error([image, CIVector(x: 1, y: 2), CIVector(x: 1, y: 2, z: 3, w: 1)]) == "none")
  }
}
