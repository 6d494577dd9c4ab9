import CommandLineSupport
import CoreImage
import Foundation
import ImageWindow

/// The window of `citool show`.
@MainActor final class Viewer {
  /// For `--help`.
  nonisolated static let keys = """
    keys and pointer
      up, down     choose a slider             left, right  move it; with shift in fine steps
      backspace    the slider as it was        space        the image before all filters, and after
      +, -, wheel  larger, smaller             0, 1         all of it; pixel for pixel
      drag         move it, as do w a s d      f            full screen
      h            hides the line of text there, and shows it
      r            read the file again         q, escape    end
    """

  private let source: ShownSource
  private var recipe: LiveRecipe
  private let view: CIImageView
  private let frames: Int?
  private let screenshot: URL?
  private var chosen = 0
  private var showsBefore = false
  /// A window that fills the display has no title bar: what that says then lies over the image.
  private var line = StatusLine()
  private var showsLine = true
  private var pointer: CGPoint?
  private var dragged: CGPoint?
  /// What went wrong last.
  private var problem: String?
  private var state = ""
  /// Colours are looked up where the pointer or the image has moved.
  private var colorText = ""
  private var needsColor = false

  init(_ arguments: Arguments) throws {
    source = try ShownSource(arguments.words, ImageInput(arguments))
    frames = try arguments["--frames"].map { text in
      guard let count = Int(text), count > 0 else {
        throw CommandFailure.usage("--frames takes a whole number above 0, not \(text)")
      }
      return count
    }
    screenshot = try arguments.file("--screenshot")
    if let screenshot, screenshot.pathExtension.lowercased() != "png" {
      throw CommandFailure.usage("--screenshot writes a .png, not \(screenshot.lastPathComponent)")
    }
    let size = try arguments["--size"].map { text in
      let sides = try numberList(text)
      guard sides.count == 2, sides.allSatisfy({ (1...16384).contains($0) }) else {
        throw CommandFailure.usage("--size takes W,H, each 1 to 16384, not \(text)")
      }
      return CGSize(width: sides[0], height: sides[1])
    }
    var options: [CIContextOption: Any] = [.name: "citool"]
    options[.backend] = arguments["--backend"]
    // What is wrong with the recipe shows before a window does.
    recipe = try source.read()
    let shown = Self.cut(recipe.image, recipe.rect)
    view = try CIImageView(title: source.name, size: size ?? Self.fitting(shown.extent), options: options)
    view.image = shown
    view.backgroundColor = CIColor(red: 0.12, green: 0.12, blue: 0.12)
    if arguments.has("--full-screen") { view.view.isFullScreen = true }
    if frames != nil { view.view.isPaused = false }
  }

  private static func fitting(_ extent: CGRect) -> CGSize {
    guard !extent.isInfinite, extent.width >= 1, extent.height >= 1 else { return CGSize(width: 800, height: 600) }
    let factor = min(1, 1280 / extent.width, 800 / extent.height)
    return CGSize(width: max(1, extent.width * factor), height: max(1, extent.height * factor))
  }

  private static func cut(_ image: CIImage, _ rect: CGRect?) -> CIImage { rect.map { image.cropped(to: $0) } ?? image }

  func run() throws {
    view.view.onEvent = { [unowned self] event in
      // A value that a filter refuses, or a file that cannot be read, ends nothing.
      do { try self.act(on: event) } catch { self.problem = CommandFailure(error).text }
    }
    let start = ContinuousClock.now
    while !view.view.isClosed, frames.map({ view.view.frameCount < $0 }) ?? true {
      if source.hasChanged() { reload() }
      try view.view.step()
      if view.view.isClosed { break }
      try say()
      view.view.wait(atMost: .milliseconds(100))
    }
    Terminal.progress("")
    if let frames {
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      print(
        "\(frames) frames in \(String(format: "%.2f", seconds)) s, \(String(format: "%.1f", Double(frames) / seconds)) "
          + "a second, on \(view.view.isClosed ? "a window that was closed" : try view.view.context.deviceName)")
    }
    if let screenshot, !view.view.isClosed { try write(screenshot) }
    view.view.close()
  }

  private func write(_ url: URL) throws {
    guard let image = view.windowImage else { return }
    try makeFolder(url.deletingLastPathComponent())
    try view.view.context.writePNGRepresentation(
      of: image, to: url, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  }

  private func reload() {
    do {
      recipe = try source.read()
      (chosen, problem) = (min(chosen, max(0, recipe.sliders.count - 1)), nil)
      refresh()
    } catch {
      problem = CommandFailure(error).text
      Terminal.note("citool: \(problem ?? "")")
    }
  }

  /// Shows the recipe as it is now.
  private func refresh() {
    view.image = Self.cut(showsBefore ? recipe.before ?? recipe.image : recipe.image, recipe.rect)
    needsColor = true
  }

  private func act(on event: CIWindowEvent) throws {
    switch event {
    case .keyDown(let key, let modifiers, _): try press(key, modifiers)
    case .scrolled(_, let dy, let point): zoom(by: pow(1.25, min(max(dy, -10), 10)), around: point)
    case .pointerDown(.left, let point): dragged = point
    case .pointerUp(.left, _): dragged = nil
    case .pointerMoved(let point):
      if let dragged { view.pan(dx: point.x - dragged.x, dy: point.y - dragged.y) }
      if dragged != nil { dragged = point }
      (pointer, needsColor) = (point, true)
    case .pointerLeft: (pointer, needsColor) = (nil, true)
    default: break
    }
  }

  private func press(_ key: CIWindowKey, _ modifiers: CIWindowModifiers) throws {
    let size = view.view.drawableSize
    let middle = CGPoint(x: size.width / 2, y: size.height / 2)
    let step = modifiers.contains(.shift) ? 8.0 : 64
    switch key {
    case .character("q"): view.view.close()
    case .escape: if view.view.isFullScreen { view.view.isFullScreen = false } else { view.view.close() }
    case .character("f"): view.view.isFullScreen.toggle()
    case .character("h"): showsLine.toggle()
    case .character("r"): reload()
    case .character(" "):
      if recipe.before != nil { showsBefore.toggle() } else { problem = "the recipe starts from no image" }
      refresh()
    case .character("0"): (view.scale, view.center, needsColor) = (nil, nil, true)
    case .character("1"): zoom(by: 1 / view.currentScale, around: middle)
    case .character("+"), .character("="): zoom(by: 1.25, around: middle)
    case .character("-"): zoom(by: 0.8, around: middle)
    case .character("a"): pan(dx: step, dy: 0)
    case .character("d"): pan(dx: -step, dy: 0)
    case .character("w"): pan(dx: 0, dy: -step)
    case .character("s"): pan(dx: 0, dy: step)
    case .up, .down: choose(key == .up ? -1 : 1)
    case .left, .right: try move(key == .left ? -1 : 1, isFine: modifiers.contains(.shift))
    case .backspace: if recipe.sliders.indices.contains(chosen) { try set(recipe.sliders[chosen].start) }
    default: break
    }
  }

  private func zoom(by factor: Double, around point: CGPoint) {
    view.zoom(by: factor, around: point)
    needsColor = true
  }

  private func pan(dx: Double, dy: Double) {
    view.pan(dx: dx, dy: dy)
    needsColor = true
  }

  private func choose(_ step: Int) {
    let count = recipe.sliders.count
    if count > 0 { chosen = (chosen + step + count) % count }
  }

  private func move(_ steps: Int, isFine: Bool) throws {
    guard recipe.sliders.indices.contains(chosen) else { return }
    try set(recipe.sliders[chosen].moved(by: steps, isFine: isFine))
  }

  private func set(_ value: Double) throws {
    try recipe.set(value, ofSliderAt: chosen)
    (showsBefore, problem) = (false, nil)
    refresh()
  }

  /// Says in the title bar, and on a terminal that is watched, what is shown.
  private func say() throws {
    if needsColor { colorText = try color() }
    needsColor = false
    let scale = view.currentScale
    var parts = [source.name, scale == 1 ? "1:1" : "\(brief(scale * 100)) %"]
    if showsBefore { parts.append("before") }
    if recipe.sliders.indices.contains(chosen) {
      let count = recipe.sliders.count
      parts.append((count > 1 ? "\(chosen + 1)/\(count) " : "") + recipe.sliders[chosen].text)
    }
    if !colorText.isEmpty { parts.append(colorText) }
    if let problem { parts.append(problem) }
    let new = parts.joined(separator: "  ·  ")
    let isOverImage = view.view.isFullScreen && showsLine
    if line.say(isOverImage ? new : "", in: view.view.drawableSize) { view.overlay = line.image }
    guard new != state else { return }
    state = new
    view.view.title = new
    Terminal.progress(String(new.prefix(Terminal.width - 1)))
  }

  /// The colour of the image's pixel under the pointer.
  private func color() throws -> String {
    guard let pointer, let image = view.image else { return "" }
    let point = view.imagePoint(at: pointer)
    let place = CGRect(x: point.x.rounded(.down), y: point.y.rounded(.down), width: 1, height: 1)
    guard abs(place.minX) < 1e6, abs(place.minY) < 1e6, image.extent.intersects(place) else { return "" }
    var values: [Float] = [0, 0, 0, 0]
    try view.view.context.render(
      checked: image, toBitmap: &values, rowBytes: 16, bounds: place, format: .RGBAf,
      colorSpace: CGColorSpace(name: CGColorSpace.extendedSRGB)!)
    let bytes = values.prefix(3).map { Int((min(max($0.isNaN ? 0 : $0, 0), 1) * 255).rounded()) }
    return "(\(Int(place.minX)), \(Int(place.minY)))  \(bytes.map(String.init).joined(separator: " "))  "
      + values.map { String(format: "%.3f", $0) }.joined(separator: " ")
  }
}
