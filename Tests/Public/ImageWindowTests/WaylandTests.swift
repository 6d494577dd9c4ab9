import CoreImage
import Foundation
import TestFiles
import Testing
import WindowApp

/// A Wayland compositor whose only screen is a window of an X server, whose image is a file.
private final class Compositor {
  private let display: Display
  private let server = Process()
  private let folder: URL

  private static let program = OutsideProgram(path: "/usr/bin/weston", package: "weston")

  init(on display: Display) throws {
    try Self.program.require()
    self.display = display
    folder = FileManager.default.temporaryDirectory.appending(path: "wayland-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let settings = folder.appending(path: "weston.ini")
    // Only the window, immediately.
    try Data(
      """
      [core]
      idle-time=0
      [shell]
      panel-position=none
      startup-animation=none
      animation=none
      close-animation=none
      background-color=0xff102030
      """.utf8
    ).write(to: settings)
    server.executableURL = URL(filePath: Self.program.path)
    server.arguments = [
      "--backend=x11-backend.so", "--use-pixman", "--width=\(display.width)", "--height=\(display.height)",
      "--socket=\(Self.socket)", "--config=\(settings.path)",
    ]
    server.environment = display.environment.merging(["XDG_RUNTIME_DIR": folder.path]) { $1 }
    (server.standardOutput, server.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try server.start()
    for _ in 0..<200 where !FileManager.default.fileExists(atPath: folder.appending(path: Self.socket).path) {
      Thread.sleep(forTimeInterval: 0.05)
    }
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  func kill() { server.kill() }

  private static let socket = "wayland-test"

  /// The environment of apps without another display.
  var environment: [String: String] {
    ["XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": Self.socket, "CI_VALIDATE": "1"]
  }

  /// Returns whether the screen has these pixels at any position, as compositors choose the positions of windows.
  func shows(_ expected: [UInt8], _ width: Int, _ height: Int) throws -> Bool {
    let screen = try display.pixels(x: 0, y: 0, width: display.width, height: display.height)
    func matches(_ x: Int, _ y: Int) -> Bool {
      (0..<height).allSatisfy { row in
        let (start, wanted) = (((y + row) * display.width + x) * 3, row * width * 3)
        return screen[start..<start + width * 3] == expected[wanted..<wanted + width * 3]
      }
    }
    return (0...display.height - height).contains { y in (0...display.width - width).contains { matches($0, y) } }
  }
}

/// Windows without an X server, on a compositor with a seat: SDL 2.26 crashes without one.
@Suite(.serialized) struct WaylandTests {
  @Test(arguments: WindowTests.engines) func windowsShowTheOfflineRender(engine: String) throws {
    let display = try Display()
    let compositor = try Compositor(on: display)
    let app = try App(
      "ten", 123, 77, on: nil, compositor.environment.merging(["CI_BACKEND": engine]) { $1 })
    #expect(app.greeting == "ok \(engine)")
    #expect(app.ask("draw 3") == "ok 123 77")
    try expectShown(.ten, 123, 77, compositor, engine)
    #expect(app.ask("slider 0.9") == "ok ")
    try expectShown(.ten, 123, 77, value: 0.9, compositor, engine)
    #expect(app.ask("size 150 60") == "ok 150 60")
    _ = app.ask("draw 2")
    #expect(app.ask("validation") == "ok 0 ")
    #expect(app.end() == 0)
  }

  private func expectShown(
    _ scene: Scene, _ width: Int, _ height: Int, value: Double = 0.5, _ compositor: Compositor, _ engine: String
  ) throws {
    let expected = try WindowTests().expected(scene, width, height, value: value, engine)
    let isShown = try comesTrue { try compositor.shows(expected, width, height) }
    #expect(isShown, "\(scene) at \(value) is nowhere on the screen")
  }

  /// The window is closed then, as if the user had closed it.
  @Test(arguments: WindowTests.engines) func compositorThatDiesClosesTheWindow(engine: String) throws {
    let display = try Display()
    let compositor = try Compositor(on: display)
    let app = try App(
      "ten", 200, 150, on: nil, compositor.environment.merging(["CI_BACKEND": engine]) { $1 })
    #expect(app.ask("draw 2") == "ok 200 150")
    app.tell("forever")
    Thread.sleep(forTimeInterval: 0.2)
    compositor.kill()
    #expect(app.line() == "ok true")
    // There is nothing to draw to any more.
    #expect(app.ask("draw 1") == "ok 0 0")
    #expect(app.end() == 0)
  }
}
