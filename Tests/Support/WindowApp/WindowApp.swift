import CVulkan
import CoreImage
import FailingVulkan
import Foundation
import IOSurface
import ImageWindow

/// The app of the window's tests: a process of its own, so that a display that dies takes nothing else along.
///
/// `WindowApp SCENE WIDTH HEIGHT` opens a window, then does what lines of its standard input say, and answers each with
/// a line: `ok …`, or `error …`. It ends with its input. The scene `surface` is one of another process, filtered: its
/// standard input is a socket then, and the surface comes first.
@main @MainActor struct WindowApp {
  private let scene: Scene
  private let surface: IOSurface?
  private let view: CIWindowView
  /// The image of all frames, as in an app that has loaded it once.
  private let pattern: CIImage
  private var value = 0.5
  private var last: CIRenderTask?

  static func main() {
    // Threads of tests hold signals back, and so do processes that they start.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    let words = Array(CommandLine.arguments.dropFirst())
    let isShared = words.first == "surface"
    guard words.count == 3, let scene = isShared ? Scene.clear : Scene(rawValue: words[0]), let width = Int(words[1]),
      let height = Int(words[2])
    else {
      say("error usage")
      return
    }
    do {
      let surface = isShared ? try IOSurface(receivedFrom: 0) : nil
      var app = try WindowApp(scene: scene, surface, width, height)
      say("ok \(try app.view.context.backendName)")
      while let line = readLine() { app.answer(line.split(separator: " ").map(String.init)) }
    } catch {
      say("error \(type(of: error)).\(error)")
    }
  }

  private init(scene: Scene, _ surface: IOSurface?, _ width: Int, _ height: Int) throws {
    (self.scene, self.surface) = (scene, surface)
    let fails = ProcessInfo.processInfo.environment["FAILING_VULKAN"] != nil
    view = try CIWindowView(
      title: "WindowApp", size: CGSize(width: width, height: height), options: nil, loader: fails ? fvk_loader : nil)
    // Tests wait for frames, not for displays.
    view.preferredFramesPerSecond = 1000
    pattern = Scene.image(width, height)
  }

  private static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  private mutating func answer(_ words: [String]) {
    do {
      Self.say("ok \(try act(words))")
    } catch {
      Self.say("error \(type(of: error)).\(error)")
    }
  }

  private var image: CIImage {
    if let surface { return Scene.filtered(CIImage(ioSurface: surface)) }
    return scene.image(of: pattern, value: value)
  }

  /// Draws frames; if `moving`, the slider moves between them.
  private mutating func draw(_ count: Int, moving: Bool = false) throws {
    var (task, value) = (last, value)
    let (scene, pattern) = (scene, pattern)
    let still = image
    var number = 0
    try view.run(frames: count) { view in
      number += 1
      if moving { value = (Double(number % 100) + 0.5) / 100 }
      task = try view.draw(
        moving ? scene.image(of: pattern, value: value) : still)
    }
    (last, self.value) = (task, value)
  }

  private mutating func act(_ words: [String]) throws -> String {
    func number(_ index: Int) -> Double { words.count > index ? Double(words[index]) ?? 0 : 0 }
    switch words.first {
    case "draw":
      try draw(Int(number(1)))
      return "\(Int(view.drawableSize.width)) \(Int(view.drawableSize.height))"
    case "move":
      let start = ContinuousClock.now
      try draw(Int(number(1)), moving: true)
      return "\((ContinuousClock.now - start) / .milliseconds(1))"
    case "slider":
      value = number(1)
      try draw(1)
      return ""
    case "statistics":
      // Of the last frame.
      let info = try last?.waitUntilCompleted()
      return [
        info?.statistics.programsCompiled, info?.statistics.planMisses, info?.statistics.planHits, info?.passCount,
      ].map { "\($0 ?? -1)" }.joined(separator: " ")
    case "size":
      view.setSize(CGSize(width: number(1), height: number(2)))
      for _ in 0..<100 where view.drawableSize != CGSize(width: number(1), height: number(2)) { try draw(1) }
      return "\(Int(view.drawableSize.width)) \(Int(view.drawableSize.height))"
    case "memory": return "\(residentKilobytes())"
    case "validation": return "\(view.validationMessages.count) \(view.validationMessages.first ?? "")"
    case "twice": return try drawTwice()
    case "fail":
      // Which call, the how manyth from now on, and what it gives.
      fvk_fail(words[1], UInt32(number(2)), false, VkResult(rawValue: Int32(number(3))))
      return ""
    case "failures": return "\(fvk_failures())"
    case "whole": return try "\(countWhole(Int(number(1))))"
    case "record": return try record()
    case "unshown": return try drawUnshown()
    case "close":
      let image = image
      try view.run(frames: 5) { view in
        view.close()
        try view.draw(image)
      }
      return "\(view.isClosed)"
    case "forever":
      try draw(Int.max / 2)
      return "\(view.isClosed)"
    default: return "unknown"
    }
  }

  /// Two tasks in one frame, the second one on top of the first.
  private func drawTwice() throws -> String {
    let image = image
    try view.run(frames: 2) { view in
      let whole = CGRect(origin: .zero, size: view.drawableSize)
      _ = try view.context.startTask(
        toRender: image, from: whole, to: try view.makeDestination(), at: .zero)
      let part = CGRect(x: 0, y: 0, width: 20, height: 10)
      let task = try view.context.startTask(
        toRender: CIImage(color: .green), from: part, to: try view.makeDestination(), at: CGPoint(x: 30, y: 40))
      try view.present(after: task)
    }
    return ""
  }

  /// Renders the surface so often: how often all of its pixels were of one colour.
  private func countWhole(_ count: Int) throws -> Int {
    guard let surface else { return 0 }
    let image = CIImage(ioSurface: surface)
    var pixels = [UInt32](repeating: 0, count: Int(image.extent.width) * Int(image.extent.height))
    var whole = 0
    for _ in 0..<count {
      try view.context.render(
        checked: image, toBitmap: &pixels, rowBytes: Int(image.extent.width) * 4, bounds: image.extent, format: .RGBA8,
        colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
      if pixels.allSatisfy({ $0 == pixels[0] }) { whole += 1 }
    }
    return whole
  }

  /// The guide's way: an image of the device is the source, and a context records into the app's command buffer.
  private func record() throws -> String {
    var source = try view.makeImage(
      width: Int(pattern.extent.width), height: Int(pattern.extent.height), format: VK_FORMAT_R8G8B8A8_UNORM)
    try view.context.startTask(toRender: image, to: CIRenderDestination(vulkanImage: source)).waitUntilCompleted()
    source.layout = VK_IMAGE_LAYOUT_GENERAL
    let input = CIImage(vulkanImage: source)
    try view.run(frames: 5) { view in
      guard let drawable = try view.currentDrawable else { return }
      let commands = try view.makeCommandBuffer()
      let recording = try view.context.render(
        input, to: drawable.image, commandBuffer: commands.commandBuffer, bounds: input.extent,
        colorSpace: view.colorSpace)
      commands.keep(recording)
      commands.present(drawable)
      try commands.commit()
    }
    return ""
  }

  /// Frames whose image is taken and not shown, or whose render fails: what comes after them is right.
  private mutating func drawUnshown() throws -> String {
    try view.run(frames: 3) { view in _ = try view.currentDrawable }
    struct Refused: Error {}
    var failures = 0
    for _ in 0..<3 {
      do {
        try view.run(frames: 1) { view in
          _ = try view.currentDrawable
          throw Refused()
        }
      } catch is Refused { failures += 1 }
    }
    try draw(3)
    return "\(failures)"
  }

  private func residentKilobytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS") } ?? ""
    return Int(line.filter(\.isNumber)) ?? 0
  }
}
