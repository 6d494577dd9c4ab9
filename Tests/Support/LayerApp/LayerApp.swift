import CVulkan
import CoreImage
import Foundation
import ImageWindow
import LayerViews
import QuartzCore

/// The app of the tests of layers in windows: a process of its own, so that a display that dies takes nothing else
/// along.
///
/// `LayerApp WIDTH HEIGHT` opens a window with a scene, then does what lines of its standard input say, and answers
/// each with a line: `ok …`, or `error …`. It ends with its input.
@main @MainActor struct LayerApp {
  private let window: LayerWindow
  private let scene: Scene

  static func main() {
    // Threads of tests hold signals back, and so do processes that they start.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count == 2, let width = Int(words[0]), let height = Int(words[1]) else { return say("error usage") }
    do {
      let app = try LayerApp(width, height)
      say("ok \(try app.window.view.context.backendName)")
      while let line = readLine() { app.answer(line.split(separator: " ").map(String.init)) }
    } catch {
      say("error \(type(of: error)).\(error)")
    }
  }

  private init(_ width: Int, _ height: Int) throws {
    scene = Scene(width: width, height: height)
    window = try LayerWindow(title: "LayerApp", size: CGSize(width: width, height: height))
    window.contentView = scene.content
    window.view.preferredFramesPerSecond = 200
  }

  private static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  private func answer(_ words: [String]) {
    do {
      Self.say("ok \(try act(words))")
    } catch {
      Self.say("error \(type(of: error)).\(error)")
    }
  }

  /// Lets the window go on for a while: how many frames it drew.
  private func go(on seconds: Double) throws -> Int {
    let (start, end) = (window.view.frameCount, CACurrentMediaTime() + seconds)
    while CACurrentMediaTime() < end {
      try window.step()
      window.view.wait(atMost: .milliseconds(2))
    }
    return window.view.frameCount - start
  }

  private func act(_ words: [String]) throws -> String {
    func number(_ index: Int) -> Double { words.count > index ? Double(words[index]) ?? 0 : 0 }
    switch words.first {
    case "draw":
      try window.run(frames: Int(number(1)))
      return "\(Int(window.view.drawableSize.width)) \(Int(window.view.drawableSize.height))"
    case "go": return "\(try go(on: number(1)))"
    case "change":
      // A view's layer changes at once.
      scene.triangle.frame.origin.x += 5
      return "\(try go(on: 0.5)) \(scene.triangle.drawCount)"
    case "pixels": return "\(window.pixelsProcessed)"
    case "animate":
      // A layer of the app's moves for a quarter of a second.
      scene.hosted.sublayers?[0].position.x += 16
      return "\(try go(on: 1)) \(scene.hosted.sublayers?[0].animationKeys() == nil)"
    case "scale":
      window.backingScaleFactor = number(1)
      try window.run(frames: 2)
      return "\(scene.triangle.layer?.contentsScale ?? 0) \(scene.hosted.contentsScale) \(scene.taker.scales)"
    case "refuse":
      for scale in [CGFloat.nan, 0, -1, .infinity, 1e30] { window.backingScaleFactor = scale }
      return "\(window.backingScaleFactor)"
    case "link": return try callLinks(Int(number(1)))
    case "hit":
      let view = window.hitTest(CGPoint(x: number(1), y: number(2)))
      return view.map { "\(type(of: $0)) \($0 === scene.hosting)" } ?? "none"
    case "render": return try renderLayer()
    case "print":
      let count = scene.triangle.drawCount
      try scene.content.writePDF(to: URL(fileURLWithPath: words[1]))
      return "\(scene.triangle.drawCount - count)"
    case "validation": return "\(window.view.validationMessages.count) \(window.view.validationMessages.first ?? "")"
    case "forever":
      try window.run(frames: Int.max / 2)
      return "\(window.isClosed)"
    case "close":
      window.close()
      return "\(window.isClosed)"
    default: return "unknown"
    }
  }

  /// Returns the number of calls of a link until another one was called `count` times, and whether its times increased.
  private func callLinks(_ count: Int) throws -> String {
    var (times, slow, paused): ([Double], Int, Int) = ([], 0, 0)
    let links = [
      scene.triangle.displayLink { times.append($0.timestamp) }, window.displayLink { _ in slow += 1 },
      window.displayLink { _ in paused += 1 },
    ]
    links[1].preferredFrameRateRange = CAFrameRateRange(minimum: 0, maximum: 100)
    links[2].isPaused = true
    for link in links { link.add(to: .main, forMode: .common) }
    let start = window.view.frameCount
    while times.count < count {
      try window.step()
      window.view.wait(atMost: .milliseconds(2))
    }
    for link in links { link.invalidate() }
    // Half as often, where the machine is quick enough for the other one.
    let isSlower = slow <= times.count && 2 * slow >= times.count - 2
    return "\(times.count) \(isSlower) \(paused) \(times == times.sorted()) \(window.view.frameCount - start)"
  }

  /// A view whose layer the app renders.
  private func renderLayer() throws -> String {
    let view = SceneView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
    scene.content.addSubview(view)
    guard let layer = view.layer as? CAVulkanLayer else { return "no layer" }
    for color in [CIColor.red, .blue] {
      guard let drawable = layer.nextDrawable() else { return "no drawable" }
      _ = try window.view.context.startTask(
        toRender: CIImage(color: color), from: CGRect(x: 0, y: 0, width: 20, height: 10),
        to: CIRenderDestination(vulkanImage: drawable.image), at: .zero)
      drawable.present()
      try window.run(frames: 2)
    }
    return "shown"
  }
}
