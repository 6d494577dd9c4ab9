import CoreImage
import Foundation
import TestFiles
import Testing

/// `citool show`, with simulated key presses.
@Suite(.serialized) struct ShowTests {
  private let home: TestFolder
  var folder: URL { home.url }

  init() throws { home = try TestFolder() }

  private func write(_ text: String, _ name: String) throws -> String {
    let url = folder.appending(path: name)
    try Data(text.utf8).write(to: url, options: .atomic)
    return url.path
  }

  /// A recipe over an image of 40x30 with two sliders; its blur is clamped, so that it ends where the image does.
  private func recipe(amount: Double, power: Double) throws -> String {
    let source = folder.appending(path: "in.png")
    if !FileManager.default.fileExists(atPath: source.path) {
      let image = CIFilter(
        name: "CILinearGradient",
        parameters: [
          "inputPoint0": CIVector(x: 0, y: 0), "inputPoint1": CIVector(x: 40, y: 30), "inputColor0": CIColor.red,
          "inputColor1": CIColor.white,
        ])!.outputImage!.cropped(to: CGRect(x: 0, y: 0, width: 40, height: 30))
      try CIContext(checked: [.backend: "processor"]).writePNGRepresentation(
        of: image, to: source, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    }
    return try write(
      """
      {"recipe": 1, "image": {"filter": "CIGammaAdjust", "inputs": {"inputPower": \(power), "inputImage":
        {"filter": "CIVibrance", "inputs": {"inputAmount": \(amount), "inputImage": {"file": "in.png"}}}}}}
      """, "recipe.json")
  }

  /// Returns the recipe as rendered by `citool render`, as bytes of red, green and blue.
  private func rendered(_ path: String) throws -> [UInt8] {
    let out = folder.appending(path: "out.png")
    let result = try Tool.run(["render", path, "-o", out.path, "--backend", "processor"], nil)
    #expect(result.status == 0, "\(result.errors)")
    return try bytes(out)
  }

  /// The window and the file are rendered by different programs, which round differently in the last digit of a float:
  /// off by one of 255 where a value is between two bytes. A colour of the diagonal gradient occurs in up to thirty
  /// pixels, so two such values are one in sixty bytes.
  private func expectShown(_ expected: [UInt8], on display: Display, _ comment: Comment) throws {
    var (most, sum) = (0, 0)
    for _ in 0..<600 {
      let shown = try display.window(40, 30)
      let differences = zip(shown, expected).map { abs(Int($0) - Int($1)) }
      (most, sum) = (differences.max() ?? 255, differences.reduce(0, +))
      if shown.count == expected.count, most <= 1, sum * 60 <= expected.count { return }
      usleep(50_000)
    }
    Issue.record("\(comment): \(most) of 255 at most, \(sum) of \(expected.count) together")
  }

  @Test func keysMoveSlidersAndSavedFilesAreReloaded() throws {
    let display = try Display()
    let path = try recipe(amount: 0.5, power: 1)
    let tool = try Tool(["show", path, "--backend", "processor"], on: display)
    #expect(tool.title { $0.contains("recipe.json  ·  1:1  ·  1/2 Vibrance amount 0.500 (-1…1)") })
    try expectShown(try rendered(path), on: display, "at first")

    // A hundred steps from one end to the other.
    tool.type("Right", "Right")
    #expect(tool.title { $0.contains("1/2 Vibrance amount 0.540") })
    tool.type("Down", "Right", "shift+Right")
    #expect(tool.title { $0.contains("2/2 GammaAdjust power") })
    tool.type("BackSpace")
    #expect(tool.title { $0.contains("2/2 GammaAdjust power 1 ") })
    let moved = try recipe(amount: 0.54, power: 1)
    try expectShown(try rendered(moved), on: display, "after the slider")

    tool.type("space")
    #expect(tool.title { $0.contains("before") })
    try expectShown(try bytes(folder.appending(path: "in.png")), on: display, "before")
    tool.type("space")

    let saved = try recipe(amount: -0.3, power: 2)
    #expect(tool.title { $0.contains("GammaAdjust power 2") })
    try expectShown(try rendered(saved), on: display, "after saving")

    // The error of the file is displayed, and the image stays.
    _ = try write("{\"recipe\": 1, \"image\": {\"filter\": \"CINothing\"}}", "recipe.json")
    #expect(tool.title { $0.contains("CINothing") })
    try expectShown(try bytes(folder.appending(path: "out.png")), on: display, "after an error")
    _ = try recipe(amount: 0.5, power: 1)
    #expect(tool.title { !$0.contains("CINothing") })

    tool.point(display.width / 2, display.height / 2)
    #expect(tool.title { $0.contains("(20, 14)") || $0.contains("(20, 15)") })
    tool.type("plus")
    #expect(tool.title { $0.contains("125 %") })
    tool.type("1")
    #expect(tool.title { $0.contains("1:1") })
    tool.type("q")
    let errors = tool.end().split(separator: "\n")
    // The error of the file that could not be read.
    #expect(errors.count == 1 && errors.first?.contains("CINothing") == true, "\(errors)")
  }

  /// Without a title bar, a line over the image has its text. Without a window manager, SDL reports that the window
  /// fills the display, although it does not, so the drawn pixels are tested.
  @Test func fullScreenHasTheTitleOverTheImage() throws {
    let display = try Display()
    let shot = folder.appending(path: "full.png")
    let path = try recipe(amount: 0.5, power: 1)
    let result = try Tool.run(
      ["show", path, "--full-screen", "--frames", "5", "--screenshot", shot.path, "--backend", "processor"], display)
    #expect(result.status == 0, "\(result.errors)")
    let image = try bytes(shot)
    try #require(image.count == display.width * display.height * 3)
    /// The image is red at its lower left, so white pixels are text.
    func letters(_ rows: Range<Int>) -> Int {
      rows.reduce(0) { sum, row in
        sum
          + (0..<90).count { column in
            let at = (row * display.width + column) * 3
            return image[at..<at + 3].allSatisfy { $0 > 150 }
          }
      }
    }
    #expect(letters(display.height - 24..<display.height) > 20)
    #expect(letters(display.height - 80..<display.height - 40) == 0)
  }

  @Test func framesAndScreenshotAreForScripts() throws {
    let display = try Display()
    let path = try recipe(amount: 0.9, power: 1.5)
    let shot = folder.appending(path: "shots/shot.png")
    let result = try Tool.run(
      ["show", path, "--frames", "5", "--screenshot", shot.path, "--backend", "processor"], display)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.hasPrefix("5 frames in "))
    #expect(try bytes(shot) == rendered(path))
    let chain = try Tool.run(
      ["show", folder.appending(path: "in.png").path, "-f", "gammaadjust", "power=2", "--frames", "2"], display)
    #expect(chain.status == 0, "\(chain.errors)")
  }

  @Test func wrongUsageIsReported() throws {
    let path = try recipe(amount: 0.5, power: 1)
    let cases: [([String], String)] = [
      ([], "RECIPE.json or IMAGE is missing"), ([path, "-f", "bloom"], "-f is only for images"),
      ([path, "more.png"], "pass one RECIPE.json or IMAGE"), ([path, "--size", "0,5"], "--size must be W,H"),
      ([path, "--frames", "none"], "--frames must be a whole number"),
      ([path, "--screenshot", "a.gif"], "must be a .png file"),
      ([folder.appending(path: "in.png").path, "-f", "bloom", "radius=x"], "radius=x: must be a finite number"),
      ([folder.appending(path: "in.png").path, "-f", "bloom", "radius"], "expected key=value after CIBloom"),
    ]
    for (words, text) in cases {
      let result = try Tool.run(["show"] + words, nil)
      #expect(result.status == 2, "\(words)")
      #expect(result.errors.contains(text), "\(result.errors)")
    }
    let unknown = try Tool.run(["show", folder.appending(path: "in.png").path, "-f", "bloom", "size=1"], nil)
    #expect(unknown.status == 1)
    #expect(unknown.errors.contains("CIBloom has no input size; it has inputImage"), "\(unknown.errors)")
    let result = try Tool.run(["show", path], nil)
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("citool: no display: DISPLAY and WAYLAND_DISPLAY are not set; "))
  }
}
