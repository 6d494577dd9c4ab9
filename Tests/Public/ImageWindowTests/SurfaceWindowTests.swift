import CoreImage
import CoreVideo
import Foundation
import IOSurface
import SurfaceProcess
import Testing
import WindowApp

/// A process that writes a surface, and another one that shows it with filters in a window; either is killed at any
/// time.
@Suite(.serialized) struct SurfaceWindowTests {
  private func made() throws -> IOSurface {
    try IOSurface(
      validating: [
        .width: 96, .height: 64, .bytesPerElement: 4, .pixelFormat: kCVPixelFormatType_32BGRA,
      ])
  }

  /// Returns the filtered surface, rows from the top, three bytes a pixel.
  private func filtered(_ surface: IOSurface, _ engine: String) throws -> [UInt8] {
    let image = Scene.filtered(CIImage(ioSurface: surface)).composited(over: CIImage(color: .black))
    var bytes = [UInt8](repeating: 0, count: surface.width * surface.height * 4)
    try CIContext(checked: [.backend: engine]).render(
      checked: image, toBitmap: &bytes, rowBytes: surface.width * 4,
      bounds: CGRect(x: 0, y: 0, width: surface.width, height: surface.height), format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    return bytes.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
  }

  /// Waits until the window shows the surface, which is no longer written.
  private func expectShown(
    _ surface: IOSurface, by app: App, on display: Display, _ engine: String, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(app.ask("draw 2") == "ok 96 64", comment, sourceLocation: sourceLocation)
    let expected = try filtered(surface, engine)
    #expect(Set(expected).count > 1, "colours that cannot be distinguished from black", sourceLocation: sourceLocation)
    for _ in 0..<100 {
      if try display.window(96, 64) == expected { return }
      usleep(50_000)
    }
    Issue.record(comment, sourceLocation: sourceLocation)
  }

  /// Waits until the painter continues: the seed grows.
  private func expectPainted(_ surface: IOSurface, since seed: UInt32, _ comment: Comment) {
    for _ in 0..<1000 where surface.seed &- seed < 3 { usleep(10_000) }
    #expect(surface.seed &- seed >= 3, comment)
  }

  @Test(arguments: WindowTests.engines) func theWriterIsKilledAtAnyMoment(engine: String) throws {
    let (display, surface) = (try Display(), try made())
    let app = try App(showing: surface, on: display, ["CI_BACKEND": engine, "CI_VALIDATE": "1"])
    #expect(app.greeting == "ok \(engine)")
    for round in 0..<8 {
      let painter = try Peer("paint")
      try surface.send(over: painter.socket)
      #expect(painter.line() == "ready")
      // A render reads exactly one frame of the painter, at any timing.
      #expect(round > 0 || app.ask("whole 50") == "ok 50")
      app.tell("draw 40")
      usleep(.random(in: 0...60_000))
      painter.kill()
      #expect(app.line() == "ok 96 64")
      try expectShown(surface, by: app, on: display, engine, "round \(round)")
      #expect(surface.useCount == 1, "the window's")
    }
    #expect(app.ask("validation") == "ok 0 ")
    #expect(app.end() == 0)
    #expect(!surface.isInUse)
  }

  @Test(arguments: WindowTests.engines) func theWindowIsKilledAtAnyMoment(engine: String) throws {
    let (display, surface) = (try Display(), try made())
    let painter = try Peer("paint")
    try surface.send(over: painter.socket)
    #expect(painter.line() == "ready")
    for round in 0..<5 {
      let app = try App(showing: surface, on: display, ["CI_BACKEND": engine])
      #expect(app.ask("draw 2") == "ok 96 64")
      app.tell("forever")
      usleep(.random(in: 0...100_000))
      app.kill()
      expectPainted(surface, since: surface.seed, "round \(round)")
      #expect(painter.process.isRunning && surface.useCount == 0)
    }
    // A new window shows the current surface.
    let app = try App(showing: surface, on: display, ["CI_BACKEND": engine, "CI_VALIDATE": "1"])
    #expect(app.ask("whole 20") == "ok 20")
    painter.kill()
    try expectShown(surface, by: app, on: display, engine, "the last window")
    #expect(app.ask("validation") == "ok 0 ")
    #expect(app.end() == 0)
  }
}
