import AVFoundation
import CoreImage
import Foundation
import ImageWindow
import NumberedVideos
import PlayerApp
import TestFiles
import Testing

/// The player's view, compared with the offline render of the same frame by the same engine.
@Suite(.serialized) struct PlayerViewTests {
  private let home: TestFolder
  private let video: URL

  init() throws {
    home = try TestFolder()
    video = home.file("video.mp4")
    try NumberedVideo.make(video, rate: "60", count: 360)
  }

  private func app(_ width: Int, _ height: Int, on display: Display, _ engine: String) throws -> App {
    try App(
      program: "PlayerApp", [video.path, "\(width)", "\(height)"], on: display,
      ["CI_BACKEND": engine, "CI_VALIDATE": "1", "SDL_AUDIODRIVER": "dummy"])
  }

  /// Returns a frame in a window of a size, rows from the top, three bytes a pixel.
  private func expected(
    _ number: Int64, _ window: (width: Int, height: Int), _ map: (CGRect) -> CGAffineTransform, _ engine: String,
    _ filter: (CIImage) -> CIImage = { $0 }
  ) throws -> [UInt8] {
    let generator = AVURLAsset(url: video).frames(
      of: .video,
      in: CMTimeRange(start: CMTime(value: number, timescale: 60), duration: CMTime(value: 1, timescale: 60)))
    let found = Found()
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      for try await frame in generator { found.frame = found.frame ?? frame }
      isDone.signal()
    }
    isDone.wait()
    let image = filter(try #require(found.frame).image)
    let whole = CGRect(x: 0, y: 0, width: window.width, height: window.height)
    let shown = image.transformed(by: map(image.extent)).composited(over: CIImage(color: .black)).cropped(to: whole)
    var bytes = [UInt8](repeating: 0, count: window.width * window.height * 4)
    try CIContext(checked: [.backend: engine]).render(
      checked: shown, toBitmap: &bytes, rowBytes: window.width * 4, bounds: whole, format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    return bytes.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
  }

  private final class Found: @unchecked Sendable { var frame: AVAssetFrame? }

  private func expectShown(
    _ expected: [UInt8], _ width: Int, _ height: Int, on display: Display, within tolerance: Int = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var greatest = 0
    for _ in 0..<100 {
      let shown = try display.window(width, height)
      greatest = zip(shown, expected).map { abs(Int($0) - Int($1)) }.max() ?? 255
      if greatest <= tolerance { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    Issue.record("pixels differ by up to \(greatest)", sourceLocation: sourceLocation)
  }

  @Test(arguments: WindowTests.engines) func windowsShowTheOfflineRenderOfTheFrame(engine: String) throws {
    let display = try Display()
    let app = try app(96, 64, on: display, engine)
    #expect(app.greeting == "ok \(engine)")
    #expect(app.ask("play") == "ok 0 playing")
    for number: Int64 in [1, 2, 5, 60] {
      let before = number == 1 ? 0 : number == 2 ? 1 : number == 5 ? 2 : 5
      #expect(app.ask("advance \(Int(number) - before) 60") == "ok \(number) playing")
      try expectShown(try expected(number, (96, 64), { _ in .identity }, engine), 96, 64, on: display)
    }
    #expect(app.ask("composition sepia") == "ok 60 playing filtered")
    #expect(app.ask("seek 77 60") == "ok 77 playing filtered")
    let sepia = try expected(77, (96, 64), { _ in .identity }, engine, PlayedLook.apply)
    try expectShown(sepia, 96, 64, on: display)
    let image = home.file("shot.png")
    #expect(app.ask("screenshot \(image.path)") == "ok 77 playing filtered")
    #expect(try bytes(image) == sepia)
    // The result of another context is stored in half floats, which are rounded once more.
    #expect(app.ask("composition context") == "ok 77 playing filtered")
    #expect(app.ask("seek 78 60") == "ok 78 playing filtered")
    try expectShown(
      try expected(78, (96, 64), { _ in .identity }, "processor", PlayedLook.apply), 96, 64, on: display, within: 1)
    #expect(app.ask("validation") == "ok 0 ")
    #expect(app.end() == 0)
  }

  @Test(arguments: WindowTests.engines) func imagesArePositionedByTheGravity(engine: String) throws {
    let display = try Display()
    let (width, height) = (150, 160)
    let app = try app(width, height, on: display, engine)
    #expect(app.ask("seek 93 60") == "ok 93 paused")
    let size = CGSize(width: width, height: height)
    func placed(_ mode: CIImageView.ContentMode) -> (CGRect) -> CGAffineTransform {
      { ImagePlacement(mode, of: $0, in: size).map }
    }
    try expectShown(
      try expected(93, (width, height), placed(.scaleAspectFit), engine), width, height, on: display)
    _ = app.ask("gravity fill")
    try expectShown(
      try expected(93, (width, height), placed(.scaleAspectFill), engine), width, height, on: display)
    _ = app.ask("gravity resize")
    try expectShown(
      try expected(
        93, (width, height), { CGAffineTransform(scaleX: 150 / $0.width, y: 160 / $0.height) }, engine),
      width, height, on: display)
    #expect(app.ask("validation") == "ok 0 ")
    #expect(app.end() == 0)
  }

  @Test func keysMoveThePlayer() throws {
    let display = try Display()
    let app = try app(96, 64, on: display, "processor")
    let hand = try Hand(on: display)
    /// Presses a key and waits until the app reports the state.
    func press(_ key: String, _ state: String, sourceLocation: SourceLocation = #_sourceLocation) {
      hand.press(key)
      var answer = ""
      for _ in 0..<60 {
        answer = app.ask("state")
        if answer == "ok \(state)" { return }
      }
      Issue.record("after \(key): \(answer), not \(state)", sourceLocation: sourceLocation)
    }
    _ = app.ask("state")
    press("period", "0 paused")
    _ = app.ask("steps on")
    press("period", "1 paused")
    press("period", "2 paused")
    press("comma", "1 paused")
    press("Right", "301 paused")
    press("Left", "1 paused")
    press("space", "1 playing")
    press("space", "1 paused")
    press("l", "1 paused loop")
    press("l", "1 paused")
    _ = app.ask("composition sepia")
    press("h", "1 paused")
    press("h", "1 paused filtered")
    #expect(app.ask("folder \(home.url.path)") == "ok 1 paused filtered")
    press("s", "1 paused filtered")
    let shot = home.file("PlayerApp-1.png")
    for _ in 0..<100 where !FileManager.default.fileExists(atPath: shot.path) { _ = app.ask("state") }
    #expect(try CIImage(reading: shot).extent == CGRect(x: 0, y: 0, width: 96, height: 64))
    press("f", "1 paused full filtered")
    press("f", "1 paused filtered")
    #expect(app.end() == 0)
  }

  @Test func nothingIsDrawnWhileNothingChanges() throws {
    let display = try Display()
    let app = try app(96, 64, on: display, "processor")
    _ = app.ask("seek 3 60")
    func frames() -> Int { Int(app.ask("frames").dropFirst(3)) ?? -1 }
    _ = app.ask("state")
    let before = frames()
    for _ in 0..<5 { _ = app.ask("state") }
    #expect(frames() == before)
    _ = app.ask("seek 4 60")
    #expect(frames() == before + 1)
    #expect(app.end() == 0)
  }
}
