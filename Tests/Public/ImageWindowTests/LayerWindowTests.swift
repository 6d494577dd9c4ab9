import CoreImage
import Foundation
import LayerApp
import LayerViews
import QuartzCore
import TestFiles
import Testing

/// Windows of views, compared with the offline render of the same views.
@Suite(.serialized) struct LayerWindowTests {
  static let engines = ["processor", "vulkan"]

  /// Returns rows from the top, three bytes a pixel.
  @MainActor private func expected(
    _ width: Int, _ height: Int, scale: CGFloat = 1, _ engine: String, _ change: (Scene) -> Void = { _ in }
  ) throws -> [UInt8] {
    let scene = Scene(width: width, height: height)
    change(scene)
    let whole = CGRect(x: 0, y: 0, width: width, height: height)
    let image = scene.content.image(scale: scale).composited(over: CIImage(color: .white)).cropped(to: whole)
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    try CIContext(checked: [.backend: engine]).render(
      checked: image, toBitmap: &bytes, rowBytes: width * 4, bounds: whole, format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    return bytes.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
  }

  /// Compares the window with the expected pixels, with a timeout: drivers pass frames to the server asynchronously.
  ///
  /// - Parameter off: the tolerance. With Vulkan, intermediates are half floats, and a part of a frame may store others
  ///   than the whole: off by one of 255.
  private func expectShown(
    _ expected: [UInt8], _ width: Int, _ height: Int, on display: Display, within off: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var shown: [UInt8] = []
    for _ in 0..<100 {
      shown = try display.window(width, height)
      if shown.count == expected.count, zip(shown, expected).allSatisfy({ abs(Int($0) - Int($1)) <= off }) { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    let differences = zip(shown, expected).map { abs(Int($0) - Int($1)) }
    Issue.record(
      "\(differences.filter { $0 > 0 }.count) of \(differences.count) differ, by up to \(differences.max() ?? 0)",
      sourceLocation: sourceLocation)
  }

  private func open(_ engine: String, on display: Display) throws -> App {
    let app = try App(program: "LayerApp", ["120", "80"], on: display, ["CI_BACKEND": engine, "CI_VALIDATE": "1"])
    #expect(app.greeting == "ok \(engine)")
    return app
  }

  @Test(arguments: engines) @MainActor func windowsShowTheOfflineRender(engine: String) throws {
    let display = try Display()
    let app = try open(engine, on: display)
    #expect(app.ask("draw 3") == "ok 120 80")
    let image = try expected(120, 80, engine)
    #expect(Set(image).count > 5)
    try expectShown(image, 120, 80, on: display)
    // Twice as many pixels per point: layers of views adopt the scale, and the app's delegate decides for its layer.
    #expect(app.ask("scale 2") == "ok 2.0 2.0 [2.0]")
    let large = try expected(120, 80, scale: 2, engine) { scene in
      scene.content.frame.size = CGSize(width: 60, height: 40)
      scene.hosted.contentsScale = 2
    }
    try expectShown(large, 120, 80, on: display)
    #expect(app.ask("scale 4") == "ok 4.0 2.0 [2.0, 4.0]" && app.ask("refuse") == "ok 4.0")
    #expect(app.ask("validation") == "ok 0 ")
    #expect(app.end() == 0)
  }

  @Test(arguments: engines) @MainActor func onlyWhatChangesIsDrawn(engine: String) throws {
    let display = try Display()
    let app = try open(engine, on: display)
    _ = app.ask("draw 2")
    _ = app.ask("go 0.3")
    #expect(app.ask("go 0.7") == "ok 0")
    // A view has no animation: one frame is drawn, and its bitmap is unchanged.
    #expect(app.ask("change") == "ok 1 1")
    let off = engine == "vulkan" ? 1 : 0
    try expectShown(
      try expected(120, 80, engine) { $0.triangle.frame.origin.x += 5 }, 120, 80, on: display, within: off)
    // The app's layer moves, and then nothing changes.
    let moved = app.ask("animate").split(separator: " ")
    #expect(moved.count == 3 && (Int(moved[1]) ?? 0) >= 3 && moved[2] == "true", "\(moved)")
    #expect(app.ask("go 0.5") == "ok 0")
    try expectShown(
      try expected(120, 80, engine) {
        $0.triangle.frame.origin.x += 5
        $0.hosted.sublayers?[0].position.x += 16
      }, 120, 80, on: display, within: off)
    #expect(app.end() == 0)
  }

  /// A window has several images, each with an earlier frame: only the differences from it are rendered.
  @Test(arguments: engines) @MainActor func framesComputeNoMoreThanWhatHasChanged(engine: String) throws {
    let display = try Display()
    let app = try App(program: "LayerApp", ["400", "300"], on: display, ["CI_BACKEND": engine, "CI_VALIDATE": "1"])
    #expect(app.greeting == "ok \(engine)")
    func pixels() -> Int { Int(app.ask("pixels").dropFirst("ok ".count)) ?? .max }
    #expect(app.ask("draw 1") == "ok 400 300" && pixels() >= 400 * 300)
    // Frames without changes, until all images were drawn to.
    _ = app.ask("draw 8")
    #expect(pixels() == 1)
    for step in 1...4 {
      #expect(app.ask("change") == "ok 1 1")
      // A view of 40 x 30 points that moves by 5, in the last frame and in at most three before it. Below another view,
      // an intermediate of a part of these pixels is stored: 40 x 30 to twice 60 x 30.
      let computed = pixels()
      #expect(computed >= 1200 && computed <= 3600, "\(computed)")
      let image = try expected(400, 300, engine) { $0.triangle.frame.origin.x += 5 * CGFloat(step) }
      try expectShown(image, 400, 300, on: display, within: engine == "vulkan" ? 1 : 0)
    }
    // Another scale changes everything.
    #expect(app.ask("scale 2") == "ok 2.0 2.0 [2.0]")
    _ = app.ask("draw 8")
    #expect(pixels() == 1)
    let large = try expected(400, 300, scale: 2, engine) { scene in
      scene.content.frame.size = CGSize(width: 200, height: 150)
      scene.triangle.frame.origin.x += 20
      scene.hosted.contentsScale = 2
    }
    try expectShown(large, 400, 300, on: display, within: engine == "vulkan" ? 1 : 0)
    #expect(app.ask("validation") == "ok 0 ")
    #expect(app.end() == 0)
  }

  @Test func linksAreCalledForFrames() throws {
    let display = try Display()
    let app = try open("processor", on: display)
    _ = app.ask("draw 2")
    _ = app.ask("go 0.3")
    // Without changes, links are called, and nothing is rendered.
    #expect(app.ask("link 20") == "ok 20 true 0 true 0")
    #expect(app.ask("hit 12 12") == "ok TriangleView false" && app.ask("hit 70 20") == "ok LayerView true")
    #expect(app.ask("hit 500 500") == "ok none")
    #expect(app.ask("close") == "ok true" && app.end() == 0)
  }

  @Test @MainActor func layersThatAnAppRendersAreShown() throws {
    let display = try Display()
    let app = try open("vulkan", on: display)
    _ = app.ask("draw 2")
    #expect(app.ask("render") == "ok shown")
    let image = try expected(120, 80, "vulkan") { scene in
      let layer = CALayer()
      layer.frame = CGRect(x: 0, y: 0, width: 20, height: 10)
      layer.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
      scene.content.wantsLayer = true
      scene.content.layer?.addSublayer(layer)
    }
    try expectShown(image, 120, 80, on: display)
    #expect(app.ask("validation") == "ok 0 ")
    #expect(app.end() == 0)
    let other = try open("processor", on: display)
    #expect(other.ask("render") == "ok no drawable" && other.end() == 0)
  }

  @Test func printingRedraws() throws {
    let (display, folder) = (try Display(), try TestFolder())
    let app = try open("processor", on: display)
    _ = app.ask("draw 2")
    let file = folder.file("views.pdf")
    #expect(app.ask("print \(file.path)") == "ok 1")
    #expect(try Data(contentsOf: file).starts(with: Data("%PDF".utf8)))
    #expect(app.end() == 0)
  }

  @Test func displayThatDiesIsAnError() throws {
    let display = try Display()
    let app = try open("processor", on: display)
    _ = app.ask("draw 2")
    app.tell("forever")
    Thread.sleep(forTimeInterval: 0.2)
    display.kill()
    #expect(app.line().hasPrefix("error CIWindowError.the display is gone"))
    #expect(app.end() == 0)
  }

  @Test func withoutADisplayThereIsAnError() throws {
    let app = try App(program: "LayerApp", ["120", "80"], on: nil)
    #expect(app.greeting.hasPrefix("error CIWindowError.no display"))
  }
}
