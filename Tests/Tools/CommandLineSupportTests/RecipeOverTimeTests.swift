import CommandLineSupport
import CoreImage
import Foundation
import ImageGraph
import TestFiles
import Testing

/// Tests of recipe files whose values depend on time.
@Suite struct RecipeOverTimeTests {
  private let folder: TestFolder
  private let images: ImageInput
  private let frame = CIImage(color: .gray).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))

  init() throws {
    folder = try TestFolder()
    images = try ImageInput(Arguments([], []))
  }

  private func recipe(_ image: String, name: String = "recipe.json") throws -> String {
    let file = folder.file(name)
    try Data("{\"recipe\": 1, \"image\": \(image)}".utf8).write(to: file)
    return file.path
  }

  private func overTime(_ image: String) throws -> RecipeOverTime {
    try RecipeOverTime(try recipe(image), images, frame: frame)
  }

  /// Returns the JSON of a blur with a value as its radius.
  private func blur(_ value: String) -> String {
    """
    {"filter": "CIGaussianBlur", "inputs": {"inputRadius": \(value), "inputImage": {"filter": "CICrop", "inputs": {
      "inputRectangle": [0, 0, 8, 8], "inputImage": {"filter": "CIConstantColorGenerator", "inputs": {}}}}}}
    """
  }

  @Test func aRecipeAtATimeHasTheValueOfThatTime() throws {
    let animated = try overTime(blur(#"{"keyframes": [[0, 2], [4, 10]]}"#))
    #expect(animated.changes && !animated.usesFrame)
    for time in [0.0, 1, 3, 4, 9] {
      let radius = min(2 + 2 * time, 10)
      let plain = try RecipeFile(try recipe(blur("\(radius)"), name: "plain.json"), images)
      #expect(try animated.image(at: time).node == plain.image.node, "\(time)")
      #expect(try RecipeFile(folder.file("recipe.json").path, images, at: time).image.node == plain.image.node)
    }
    #expect(try !overTime(blur("3")).changes)
  }

  @Test func theFrameIsAnInputOfTheRecipe() throws {
    let inverted = try overTime(#"{"filter": "CIColorInvert", "inputs": {"inputImage": {"frame": true}}}"#)
    #expect(inverted.usesFrame)
    for color in [CIColor.red, .green] {
      let frame = CIImage(color: color).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))
      #expect(try inverted.image(at: 1, frame: frame).node == frame.applyingFilter("CIColorInvert").node)
    }
    do {
      _ = try RecipeFile(folder.file("recipe.json").path, images)
      Issue.record("accepted")
    } catch let failure as CommandFailure {
      #expect(failure.text.contains("image.inputs.inputImage.frame") && failure.text.contains("citool video"))
    }
    #expect(throws: CommandFailure.self) { try overTime(#"{"frame": false}"#) }
    #expect(throws: CommandFailure.self) { try overTime(#"{"frame": true, "inputs": {}}"#) }
  }

  @Test func eachKindOfInputHasItsInterpolation() throws {
    let point = try overTime(
      """
      {"filter": "CICheckerboardGenerator", "inputs": {
        "inputCenter": {"keyframes": [[0, [0, 0]], [1, [10, 20]]]},
        "inputColor0": {"keyframes": [[0.5, "red"], [1, "blue"]]}}}
      """)
    let expected = CIFilter(
      name: "CICheckerboardGenerator",
      parameters: ["inputCenter": CIVector(x: 5, y: 10), "inputColor0": CIColor(red: 1, green: 0, blue: 0)])
    #expect(try point.image(at: 0.5).node == expected?.outputImage?.node)
    let animated = try overTime(
      """
      {"filter": "CIAffineTransform", "inputs": {"inputImage": {"frame": true},
        "inputTransform": {"keyframes": [[0, [1, 0, 0, 1, 0, 0]], [1, [1, 0, 0, 1, 4, 6]]]}}}
      """)
    let moved = frame.transformed(by: CGAffineTransform(translationX: 2, y: 3))
    #expect(try animated.image(at: 0.5, frame: frame).extent == moved.extent)
  }

  @Test func heldImagesMayHaveValuesThatDependOnTime() throws {
    func board(_ color: String, _ value: String) -> String {
      "{\"filter\": \"CIConstantColorGenerator\", \"inputs\": {\"inputColor\": \(value)}}"
    }
    let first = board("red", #"{"keyframes": [[0, "black"], [1, "white"]]}"#)
    let second = board("green", #"{"keyframes": [[1, "white"], [2, "green"]]}"#)
    let both = try overTime(
      """
      {"filter": "CISourceOverCompositing", "inputs": {"inputBackgroundImage": {"frame": true},
        "inputImage": {"keyframes": [[0, \(first)], [1, \(second)]]}}}
      """)
    for (time, color) in [(0.0, CIColor.black), (1, .white), (2, .green)] {
      let expected = CIImage(color: color).composited(over: frame)
      #expect(try both.image(at: time, frame: frame).node == expected.node, "\(time)")
    }
  }

  @Test func aHeldValueThatNeedsOtherKernelsIsRejected() throws {
    func canny(_ value: String) -> String {
      "{\"filter\": \"CICannyEdgeDetector\", \"inputs\": {\"inputImage\": {\"frame\": true}, "
        + "\"inputPerceptual\": \(value)}}"
    }
    _ = try overTime(canny(#"{"keyframes": [[0, true], [1, true]]}"#))
    do {
      _ = try overTime(canny(#"{"keyframes": [[0, false], [1, true]]}"#))
      Issue.record("accepted")
    } catch let failure as CommandFailure {
      #expect(failure.text.contains("recipe.json: image.inputs.inputPerceptual.keyframes[1]"), "\(failure.text)")
      #expect(failure.text.contains("other kernels"))
    }
  }

  @Test func errorsInLaterKeyframesAreReportedAtTheStart() throws {
    func text(_ second: String) -> String {
      """
      {"filter": "CISourceOverCompositing", "inputs": {"inputImage": {"frame": true},
        "inputBackgroundImage": {"keyframes": [[0, {"frame": true}], [5, \(second)]]}}}
      """
    }
    for (second, message) in [
      (#"{"filter": "CINone"}"#, "image.inputs.inputBackgroundImage.keyframes[1][1].filter"),
      (#""red""#, "image.inputs.inputBackgroundImage.keyframes[1][1]"),
    ] {
      do {
        _ = try overTime(text(second))
        Issue.record("accepted")
      } catch let failure as CommandFailure {
        #expect(failure.text.contains(message), "\(failure.text)")
      }
    }
  }

  @Test func argumentsOfKernelsMayDependOnTime() throws {
    try Data("kernel vec4 fade(__sample s, float amount) { return s * amount; }".utf8)
      .write(to: folder.file("fade.cikernel"))
    func fade(_ amount: String) -> String {
      "{\"kernel\": \"fade.cikernel\", \"inputs\": {\"image\": {\"frame\": true}, \"amount\": \(amount)}}"
    }
    let fading = try overTime(fade(#"{"time": {"scale": -0.5, "offset": 1}}"#))
    // The kernel is the same at all times, so that a video compiles it only once.
    #expect(try fading.image(at: 1, frame: frame).node == fading.image(at: 1, frame: frame).node)
    #expect(try fading.image(at: 1, frame: frame).node != fading.image(at: 2, frame: frame).node)
  }

  /// Runs the tool that was built with the tests, on the reference, which every machine has.
  private func citool(_ arguments: String...) throws -> FinishedProgram {
    let tool = Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "citool").path
    return try FinishedProgram("CI_BACKEND=reference", [tool] + arguments, in: folder.url)
  }

  @Test func renderWritesEachFrame() throws {
    _ = try recipe(
      """
      {"filter": "CICrop", "inputs": {"inputRectangle": [0, 0, 6, 4], "inputImage": {
        "filter": "CIConstantColorGenerator", "inputs": {"inputColor": {"keyframes": [[0, "black"], [1, "white"]]}}}}}
      """)
    let rendered = try citool(
      "render", "recipe.json", "--frames", "out/%05d.png", "--fps", "5", "--duration", "1", "--stats", "stats.json")
    #expect(rendered.status == 0, "\(rendered.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("out").path).sorted()
    #expect(names == (0..<5).map { "0000\($0).png" })
    for number in 0..<5 {
      #expect(try citool("render", "recipe.json", "--at", "#\(number)", "--fps", "5", "-o", "at.png").status == 0)
      let compared = try citool("compare", "at.png", "out/0000\(number).png")
      #expect(String(decoding: compared.output, as: UTF8.self).hasPrefix("identical"))
    }
    let ends = try citool("compare", "out/00000.png", "out/00004.png")
    #expect(!String(decoding: ends.output, as: UTF8.self).hasPrefix("identical"))
  }

  @Test func incompleteOptionsAreInvalid() throws {
    _ = try recipe(blur("1"))
    for arguments in [
      ["--frames", "out/%05d.png"], ["--frames", "out.png", "--fps", "5", "--duration", "1"],
      ["--frames", "out/%05d.png", "-o", "a.png"], ["-o", "a.png", "--duration", "1"], ["-o", "a.png", "--at", "soon"],
      ["--frames", "%d.png", "--fps", "5", "--duration", "0"], ["-o", "a.png", "--at", "#3"],
    ] {
      let tool = Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "citool").path
      let result = try FinishedProgram(tool, ["render", "recipe.json"] + arguments, in: folder.url)
      #expect(result.status == 2, "\(arguments): \(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }
}
