import CoreImage
import Foundation
import Testing
import WindowApp

/// Windows, compared with the offline render by the same engine.
@Suite(.serialized) struct WindowTests {
  /// Returns the expected pixels of a scene, rows from the top, three bytes a pixel.
  func expected(
    _ scene: Scene, _ width: Int, _ height: Int, window: (Int, Int)? = nil, value: Double = 0.5, _ engine: String
  ) throws -> [UInt8] {
    let (columns, rows) = window ?? (width, height)
    let whole = CGRect(x: 0, y: 0, width: columns, height: rows)
    let image = scene.image(width: width, height: height, value: value)
      .composited(over: CIImage(color: .black)).cropped(to: whole)
    var bytes = [UInt8](repeating: 0, count: columns * rows * 4)
    try CIContext(checked: [.backend: engine]).render(
      checked: image, toBitmap: &bytes, rowBytes: columns * 4, bounds: whole, format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    return bytes.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
  }

  /// Compares the window with the expected pixels, with a timeout: drivers pass frames to the server asynchronously.
  private func expectShown(
    _ expected: [UInt8], _ width: Int, _ height: Int, on display: Display,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var shown: [UInt8] = []
    let isShown = try comesTrue {
      shown = try display.window(width, height)
      return shown == expected
    }
    if isShown { return }
    let differences = zip(shown, expected).map { abs(Int($0) - Int($1)) }
    Issue.record(
      "\(differences.filter { $0 > 0 }.count) of \(differences.count) differ, by up to \(differences.max() ?? 0)",
      sourceLocation: sourceLocation)
  }

  static let engines = ["processor", "vulkan"]

  @Test(arguments: engines, Scene.allCases)
  func windowsShowTheOfflineRender(engine: String, scene: Scene) throws {
    let display = try Display()
    let app = try App(scene.rawValue, 123, 77, on: display, ["CI_BACKEND": engine, "CI_VALIDATE": "1"])
    #expect(app.greeting == "ok \(engine)")
    #expect(app.ask("draw 3") == "ok 123 77")
    try expectShown(try expected(scene, 123, 77, engine), 123, 77, on: display)
    #expect(app.ask("validation") == "ok 0 ")
    #expect(app.end() == 0)
  }

  /// A window that fails must not end the test process.
  @Test func anAppThatHasEndedAnswersNothing() throws {
    let app = try App("no such scene", 64, 48, on: Display())
    #expect(app.greeting == "error usage")
    #expect(app.line() == "")
    #expect(app.ask("draw 1") == "")
  }

  @Test(arguments: engines) func windowsOfAllSizesAreDrawn(engine: String) throws {
    let display = try Display()
    let app = try App("pattern", 64, 48, on: display, ["CI_BACKEND": engine, "CI_VALIDATE": "1"])
    for (width, height) in [(64, 48), (200, 150), (1, 1), (31, 200), (390, 3)] {
      #expect(app.ask("size \(width) \(height)") == "ok \(width) \(height)")
      _ = app.ask("draw 2")
      let place = try expected(.pattern, 64, 48, window: (width, height), engine)
      let shown = try isShownAtItsCorner(place, width, height, on: display)
      #expect(shown, "\(width)x\(height)")
    }
    #expect(app.ask("validation") == "ok 0 ")
    #expect(app.end() == 0)
  }

  /// A resized window keeps its corner, which is that of a window of 64x48.
  private func isShownAtItsCorner(
    _ expected: [UInt8], _ width: Int, _ height: Int, on display: Display
  ) throws -> Bool {
    let (x, y) = ((display.width - 64) / 2, (display.height - 48) / 2)
    // The part beyond the screen is not visible.
    let (columns, rows) = (min(width, display.width - x), min(height, display.height - y))
    let visible = (0..<rows).flatMap { expected[$0 * width * 3..<($0 * width + columns) * 3] }
    return try comesTrue { try display.pixels(x: x, y: y, width: columns, height: rows) == visible }
  }

  @Test(arguments: engines) func sliderThatMovesPlansAndCompilesNothing(engine: String) throws {
    let display = try Display()
    let app = try App("ten", 96, 64, on: display, ["CI_BACKEND": engine])
    _ = app.ask("slider 0.2")
    _ = app.ask("slider 0.3")
    for value in [0.4, 0.9, 0.1] {
      #expect(app.ask("slider \(value)") == "ok ")
      let statistics = app.ask("statistics").split(separator: " ").compactMap { Int($0) }
      // Programs compiled, recipes planned, recipes cached.
      #expect(Array(statistics.prefix(3)) == [0, 0, 1])
      try expectShown(try expected(.ten, 96, 64, value: value, engine), 96, 64, on: display)
    }
    #expect(app.end() == 0)
  }

  @Test(arguments: engines) func manyFramesTakeNoMoreMemory(engine: String) throws {
    let display = try Display()
    let app = try App("ten", 160, 120, on: display, ["CI_BACKEND": engine])
    func memory() -> Int { Int(app.ask("memory").dropFirst(3)) ?? 0 }
    // The slider returns to each position after 100 frames: caches are filled after two rounds.
    _ = app.ask("move 300")
    let before = memory()
    _ = app.ask("move 300")
    let after = memory()
    #expect(before > 0)
    // A frame of this window is 77 KB: if each were retained, they would take 23 MB.
    #expect(after - before < 4096, "\(before) KiB, then \(after)")
    #expect(app.end() == 0)
  }

  @Test(arguments: engines) func tasksOfAFrameDrawOnEachOther(engine: String) throws {
    let display = try Display()
    let app = try App("pattern", 100, 80, on: display, ["CI_BACKEND": engine, "CI_VALIDATE": "1"])
    #expect(app.ask("twice") == "ok ")
    var pixels = try expected(.pattern, 100, 80, engine)
    for y in 30..<40 {
      for x in 30..<50 { pixels.replaceSubrange((y * 100 + x) * 3..<(y * 100 + x) * 3 + 3, with: [0, 255, 0]) }
    }
    try expectShown(pixels, 100, 80, on: display)
    #expect(app.ask("validation") == "ok 0 ")
    #expect(app.end() == 0)
  }

  @Test func recordedRendersAreShown() throws {
    let display = try Display()
    let app = try App("pattern", 100, 80, on: display, ["CI_BACKEND": "vulkan", "CI_VALIDATE": "1"])
    #expect(app.ask("record") == "ok ")
    try expectShown(try expected(.pattern, 100, 80, "vulkan"), 100, 80, on: display)
    #expect(app.ask("draw 2") == "ok 100 80")
    #expect(app.ask("validation") == "ok 0 ")
    #expect(app.end() == 0)
  }

  @Test func framesNotShownHaveNoEffect() throws {
    let display = try Display()
    let app = try App("pattern", 100, 80, on: display, ["CI_BACKEND": "vulkan", "CI_VALIDATE": "1"])
    #expect(app.ask("unshown") == "ok 3")
    try expectShown(try expected(.pattern, 100, 80, "vulkan"), 100, 80, on: display)
    #expect(app.ask("validation") == "ok 0 ")
    #expect(app.end() == 0)
  }

  @Test(arguments: engines) func windowThatIsClosedInAFrameEnds(engine: String) throws {
    let display = try Display()
    let app = try App("ten", 100, 80, on: display, ["CI_BACKEND": engine, "CI_VALIDATE": "1"])
    #expect(app.ask("draw 2") == "ok 100 80")
    #expect(app.ask("close") == "ok true")
    #expect(app.ask("draw 1").contains("the window is closed") || app.ask("memory").hasPrefix("ok"))
    #expect(app.end() == 0)
  }

  @Test(arguments: engines) func displayThatDiesIsAnError(engine: String) throws {
    for moment in [0.0, 0.2, 0.6] {
      let display = try Display()
      let app = try App("ten", 200, 150, on: display, ["CI_BACKEND": engine])
      #expect(app.ask("draw 2") == "ok 200 150")
      app.tell("forever")
      Thread.sleep(forTimeInterval: moment)
      display.kill()
      #expect(app.line().hasPrefix("error CIWindowError.the display is gone"))
      // Later commands fail, too.
      #expect(app.ask("draw 1").hasPrefix("error CIWindowError.the display is gone"))
      #expect(app.end() == 0)
    }
  }

  @Test func missingDisplayIsNamed() throws {
    let app = try App("pattern", 64, 48, on: nil)
    #expect(app.greeting.contains("no display: DISPLAY and WAYLAND_DISPLAY are not set; "))
    let wrong = try App("pattern", 64, 48, on: nil, ["DISPLAY": ":9999"])
    #expect(wrong.greeting.contains("the display cannot be opened (DISPLAY is :9999, WAYLAND_DISPLAY is not set)"))
    #expect(app.end() == 0)
  }

  @Test func missingLibraryAndDriverAreNamed() throws {
    let display = try Display()
    let folder = FileManager.default.temporaryDirectory.appending(path: "no-sdl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // An empty file hides the system's library.
    try Data().write(to: folder.appending(path: "libSDL2-2.0.so.0"))
    let app = try App("pattern", 64, 48, on: display, ["LD_LIBRARY_PATH": folder.path])
    #expect(app.greeting.contains("install libsdl2-2.0-0"))
    // Loaders read the first variable; old ones know only the second.
    let none = ["VK_DRIVER_FILES": "/nonexistent.json", "VK_ICD_FILENAMES": "/nonexistent.json"]
    let driverless = try App("pattern", 64, 48, on: display, none.merging(["CI_BACKEND": "vulkan"]) { $1 })
    #expect(driverless.greeting.hasPrefix("error CIWindowError"))
    #expect(driverless.greeting.contains("CI_BACKEND=processor"))
    // If no engine is requested, the processor is the fallback.
    let fallback = try App("pattern", 64, 48, on: display, none.merging(["CI_BACKEND": ""]) { $1 })
    #expect(fallback.greeting == "ok processor")
  }

  @Test func invalidSizesAreRejected() throws {
    let display = try Display()
    for (width, height) in [(0, 10), (10, -1), (20_000, 10)] {
      let app = try App("pattern", width, height, on: display)
      #expect(app.greeting.contains("between 1 and 16384"))
    }
  }
}
