import CoreImage
import Foundation
import TestContexts
import Testing

/// Tests of custom kernels on the command line and in recipes.
@Suite struct KernelCommandTests {
  private let tool: CommandLineTests

  init() throws {
    tool = try CommandLineTests()
    try tool.write(KernelImageLoads.zebra, as: "zebra.ci.metal")
    try tool.write(
      """
      kernel vec4 gain(__sample s, float g) { return vec4(s.rgb * g, s.a); }
      kernel vec2 shift(vec2 by) { return destCoord() - by; }
      kernel vec4 board(float size, __color c) { vec2 p = floor(destCoord() / size); return c * mod(p.x + p.y, 2.0); }
      """, as: "three.cikernel")
  }

  private func image(_ name: String) throws -> CIImage {
    try CIImage(reading: tool.folder.appending(path: name))
  }

  private func pixel(_ name: String, _ x: Int, _ y: Int) throws -> SIMD4<Float> {
    try KernelImageLoads.pixel(image(name), x, y, KernelImageLoads.context("reference"))
  }

  @Test func checkPrintsSignaturesAndErrors() throws {
    let good = try tool.citool("kernel", "check", "zebra.ci.metal", "three.cikernel")
    #expect(good.status == 0)
    #expect(
      good.text == """
        HDRZebra(coreimage::sample_t s, float time)  color
        gain(__sample s, float g)  color
        shift(vec2 by)  warp
        board(float size, __color c)  color

        """)
    #expect(try tool.citool("describe", "zebra.ci.metal").text.hasPrefix("HDRZebra("))
    try tool.write("kernel vec4 f(__sample s) {\n  return arctan(s);\n}\n", as: "bad.cikernel")
    let bad = try tool.citool("kernel", "check", "bad.cikernel")
    #expect(bad.status == 1)
    #expect(bad.errors.hasPrefix("bad.cikernel:2:10: error: "), "\(bad.errors)")
    #expect(try tool.citool("kernel", "check", "bad.txt").status == 2)
    #expect(try tool.citool("kernel", "look").status == 2)
  }

  @Test func graphsHaveKernels() throws {
    let chain = try tool.citool(
      "graph", tool.corner, "-f", "CIExposureAdjust", "EV=-1", "--kernel", "three.cikernel:gain", "g=2", "--stage",
      "schedule")
    #expect(chain.status == 0 && chain.text.contains("1 pass") && chain.text.contains("kernel_gain_"))
    let result = try tool.citool("graph", "--kernel", "three.cikernel:board", "size=2", "c=red", "--rect", "0,0,4,4")
    #expect(result.status == 0 && result.text.contains("board"), "\(result.errors)")
    #expect(try tool.citool("graph", tool.corner, "--kernel", "zebra.ci.metal", "--roi", "far").status == 2)
  }

  @Test func aKernelIsAStepAmongFilters() throws {
    let result = try tool.citool(
      "apply", tool.corner, "-f", "CIExposureAdjust", "EV=-1", "--kernel", "three.cikernel:gain", "g=2", "-o", "out.png"
    )
    #expect(result.status == 0, "\(result.errors)")
    let original = try CIImage(reading: URL(fileURLWithPath: tool.corner))
    let context = try KernelImageLoads.context("reference")
    for (x, y) in [(0, 0), (1, 1)] {
      let (a, b) = (try KernelImageLoads.pixel(original, x, y, context), try pixel("out.png", x, y))
      for component in 0..<4 { #expect(abs(a[component] - b[component]) < 0.01) }
    }
    #expect(
      try tool.citool(
        "apply", "--kernel", "three.cikernel:board", "size=2", "c=red", "--rect", "0,0,8,8", "-o", "board.png"
      ).status == 0)
    #expect(try pixel("board.png", 2, 0) == [1, 0, 0, 1])
    #expect(try pixel("board.png", 0, 0) == .zero)
    let moved = try tool.citool(
      "apply", "board.png", "--kernel", "three.cikernel:shift", "by=2,0", "--roi", "4", "-o", "moved.png")
    #expect(moved.status == 0, "\(moved.errors)")
    #expect(try pixel("moved.png", 4, 0) == [1, 0, 0, 1])
  }

  @Test func errorsNameTheKernelOrParameter() throws {
    func errors(_ arguments: String...) throws -> String {
      try tool.citool(["apply", tool.corner, "--kernel"] + arguments + ["-o", "out.png"]).errors
    }
    #expect(try errors("three.cikernel:none").contains("there is no kernel none; there are gain, shift, board"))
    #expect(try errors("three.cikernel:gain").contains("gain needs g=…"))
    #expect(try errors("three.cikernel:gain", "h=1").contains("unknown parameter h; the parameters are s, g"))
    #expect(try errors("three.cikernel:gain", "g=x").contains("is not a list of numbers"))
    #expect(try errors("missing.cikernel").contains("missing.cikernel"))
  }

  @Test func pathsOfKernelsAreRelativeToTheRecipe() throws {
    try tool.write(
      """
      {"recipe": 1, "rect": [0, 0, 8, 8], "image": {
        "kernel": "three.cikernel:shift", "roi": 4, "rect": [0, 0, 8, 8], "inputs": {"by": [2, 0], "image": {
          "kernel": "three.cikernel:board", "rect": [0, 0, 8, 8], "inputs": {"size": 2, "c": "red"}}}}}
      """, as: "recipe.json")
    let result = try tool.citool("render", "recipe.json", "-o", "out.png")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try pixel("out.png", 4, 0) == [1, 0, 0, 1])
    try tool.write(
      "{\"recipe\": 1, \"image\": {\"kernel\": \"three.cikernel:board\", \"inputs\": {\"sizes\": 2}}}", as: "bad.json")
    let bad = try tool.citool("render", "bad.json", "-o", "out.png")
    #expect(bad.errors.contains("image.inputs has no \"sizes\"; it may have size, c, image"), "\(bad.errors)")
  }
}
