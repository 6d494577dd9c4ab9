import CommandLineSupport
import CoreImage
import Foundation
import ImageWindow

/// The window of `citool show`.
@MainActor final class Viewer {
  /// The keys, for `--help`.
  nonisolated static let keys = """
    keys and pointer
      up, down     selects a slider            left, right  moves it; with shift in fine steps
      backspace    resets the slider           space        shows the image without filters, and with them
      +, -, wheel  zooms                       0, 1         shows the whole image; pixel for pixel
      drag         pans, as do w a s d         f            full screen on or off
      h            hides or shows the line over the image in full screen
      r            reloads the file            q, escape    quits
    """

  private let source: ShownSource
  private var recipe: LiveRecipe
  private let view: CIImageView
  private let frames: Int?
  private let screenshot: URL?
  private var selected = 0
  private var showsSource = false
  /// The line over the image in full screen, where there is no title bar.
  private var line = StatusLine()
  private var showsLine = true
  private var pointer: CGPoint?
  private var dragged: CGPoint?
  /// The last error.
  private var problem: String?
  private var statusText = ""
  private var colorText = ""
  /// Whether the pointer, the view or the image has changed since the colour was read.
  private var needsColor = false

  init(_ arguments: Arguments) throws {
    source = try ShownSource(arguments.words, ImageInput(arguments))
    frames = try arguments["--frames"].map { text in
      guard let count = Int(text), count > 0 else {
        throw CommandFailure.usage("--frames must be a whole number above 0 (got \(text))")
      }
      return count
    }
    screenshot = try arguments.file("--screenshot")
    if let screenshot, screenshot.pathExtension.lowercased() != "png" {
      throw CommandFailure.usage("--screenshot must be a .png file (got \(screenshot.lastPathComponent))")
    }
    let size = try arguments["--size"].map { text in
      let sides = try numberList(text)
      guard sides.count == 2, sides.allSatisfy({ (1...16384).contains($0) }) else {
        throw CommandFailure.usage("--size must be W,H, each 1 to 16384 (got \(text))")
      }
      return CGSize(width: sides[0], height: sides[1])
    }
    var options: [CIContextOption: Any] = [.name: "citool"]
    options[.backend] = arguments["--backend"]
    // Errors of the recipe are reported before a window opens.
    recipe = try source.read()
    let image = Self.cropped(recipe.image, recipe.rect)
    view = try CIImageView(title: source.name, size: size ?? Self.windowSize(for: image.extent), options: options)
    view.image = image
    view.backgroundColor = CIColor(red: 0.12, green: 0.12, blue: 0.12)
    if arguments.has("--full-screen") { view.view.isFullScreen = true }
    if frames != nil { view.view.isPaused = false }
  }

  private static func windowSize(for extent: CGRect) -> CGSize {
    guard !extent.isInfinite, extent.width >= 1, extent.height >= 1 else { return CGSize(width: 800, height: 600) }
    let factor = min(1, 1280 / extent.width, 800 / extent.height)
    return CGSize(width: max(1, extent.width * factor), height: max(1, extent.height * factor))
  }

  private static func cropped(_ image: CIImage, _ rect: CGRect?) -> CIImage {
    rect.map { image.cropped(to: $0) } ?? image
  }

  /// Shows the window until it is closed.
  func run() throws {
    view.view.onEvent = { [unowned self] event in
      // An invalid value or an unreadable file does not end the viewer.
      do { try self.handle(event) } catch { self.problem = CommandFailure(error).text }
    }
    let start = ContinuousClock.now
    while !view.view.isClosed, frames.map({ view.view.frameCount < $0 }) ?? true {
      if source.hasChanged() { reload() }
      try view.view.step()
      if view.view.isClosed { break }
      try updateStatus()
      view.view.wait(atMost: .milliseconds(100))
    }
    Terminal.progress("")
    if let frames {
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      print(
        "\(frames) frames in \(String(format: "%.2f", seconds)) s, \(String(format: "%.1f", Double(frames) / seconds)) "
          + "per second, \(view.view.isClosed ? "window closed" : "on \(try view.view.context.deviceName)")")
    }
    if let screenshot, !view.view.isClosed { try write(screenshot) }
    view.view.close()
  }

  private func write(_ url: URL) throws {
    guard let image = view.windowImage else { return }
    try createFolder(url.deletingLastPathComponent())
    try view.view.context.writePNGRepresentation(
      of: image, to: url, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  }

  private func reload() {
    do {
      recipe = try source.read()
      (selected, problem) = (min(selected, max(0, recipe.sliders.count - 1)), nil)
      refresh()
    } catch {
      problem = CommandFailure(error).text
      Terminal.note("citool: \(problem ?? "")")
    }
  }

  /// Shows the present image of the recipe.
  private func refresh() {
    view.image = Self.cropped(showsSource ? recipe.source ?? recipe.image : recipe.image, recipe.rect)
    needsColor = true
  }

  private func handle(_ event: CIWindowEvent) throws {
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
      if recipe.source != nil { showsSource.toggle() } else { problem = "the recipe has no source image" }
      refresh()
    case .character("0"): (view.scale, view.center, needsColor) = (nil, nil, true)
    case .character("1"): zoom(by: 1 / view.currentScale, around: middle)
    case .character("+"), .character("="): zoom(by: 1.25, around: middle)
    case .character("-"): zoom(by: 0.8, around: middle)
    case .character("a"): pan(dx: step, dy: 0)
    case .character("d"): pan(dx: -step, dy: 0)
    case .character("w"): pan(dx: 0, dy: -step)
    case .character("s"): pan(dx: 0, dy: step)
    case .up, .down: select(key == .up ? -1 : 1)
    case .left, .right: try move(key == .left ? -1 : 1, isFine: modifiers.contains(.shift))
    case .backspace: if recipe.sliders.indices.contains(selected) { try set(recipe.sliders[selected].start) }
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

  private func select(_ step: Int) {
    let count = recipe.sliders.count
    if count > 0 { selected = (selected + step + count) % count }
  }

  private func move(_ steps: Int, isFine: Bool) throws {
    guard recipe.sliders.indices.contains(selected) else { return }
    try set(recipe.sliders[selected].moved(by: steps, isFine: isFine))
  }

  private func set(_ value: Double) throws {
    try recipe.set(value, ofSliderAt: selected)
    (showsSource, problem) = (false, nil)
    refresh()
  }

  /// Updates the title bar, the line over the image, and the line of the terminal.
  private func updateStatus() throws {
    if needsColor { colorText = try color() }
    needsColor = false
    let scale = view.currentScale
    var parts = [source.name, scale == 1 ? "1:1" : "\(brief(scale * 100)) %"]
    if showsSource { parts.append("before") }
    if recipe.sliders.indices.contains(selected) {
      let count = recipe.sliders.count
      parts.append((count > 1 ? "\(selected + 1)/\(count) " : "") + recipe.sliders[selected].text)
    }
    if !colorText.isEmpty { parts.append(colorText) }
    if let problem { parts.append(problem) }
    let new = parts.joined(separator: "  ·  ")
    let isOverImage = view.view.isFullScreen && showsLine
    if line.update(isOverImage ? new : "", in: view.view.drawableSize) { view.overlay = line.image }
    guard new != statusText else { return }
    statusText = new
    view.view.title = new
    Terminal.progress(String(new.prefix(Terminal.width - 1)))
  }

  /// Returns the position and the colour of the pixel under the pointer.
  private func color() throws -> String {
    guard let pointer, let image = view.image else { return "" }
    let point = view.imagePoint(at: pointer)
    let pixel = CGRect(x: point.x.rounded(.down), y: point.y.rounded(.down), width: 1, height: 1)
    guard abs(pixel.minX) < 1e6, abs(pixel.minY) < 1e6, image.extent.intersects(pixel) else { return "" }
    var values: [Float] = [0, 0, 0, 0]
    try view.view.context.render(
      checked: image, toBitmap: &values, rowBytes: 16, bounds: pixel, format: .RGBAf,
      colorSpace: CGColorSpace(name: CGColorSpace.extendedSRGB)!)
    let bytes = values.prefix(3).map { Int((min(max($0.isNaN ? 0 : $0, 0), 1) * 255).rounded()) }
    return "(\(Int(pixel.minX)), \(Int(pixel.minY)))  \(bytes.map(String.init).joined(separator: " "))  "
      + values.map { String(format: "%.3f", $0) }.joined(separator: " ")
  }
}
