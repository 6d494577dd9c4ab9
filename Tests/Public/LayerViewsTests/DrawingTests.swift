import CoreGraphics
import CoreImage
import Foundation
import LayerViews
import QuartzCore
import TestContexts
import TestFiles
import TestSupport
import Testing

/// Drawing of views without a window.
@Suite @MainActor struct DrawingTests {
  /// A view whose lower left quarter is red.
  class QuarterView: LayerView {
    var drawn: [CGRect] = []
    override func draw(_ dirtyRect: CGRect) {
      drawn.append(dirtyRect)
      super.draw(dirtyRect)
      currentContext?.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
      currentContext?.fill(CGRect(x: 0, y: 0, width: bounds.width / 2, height: bounds.height / 2))
    }
  }

  final class FlippedView: QuarterView {
    override var isFlipped: Bool { true }
  }

  final class Holder: LayerView {
    override var isFlipped: Bool { true }
  }

  /// Returns RGBA, rows from the top.
  private func pixels(_ view: LayerView, scale: CGFloat = 1) throws -> [[[UInt8]]] {
    let image = view.image(scale: scale)
    let (width, height) = (Int(view.frame.width * scale), Int(view.frame.height * scale))
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    try Backend.context().render(
      checked: image, toBitmap: &bytes, rowBytes: width * 4,
      bounds: CGRect(x: 0, y: 0, width: width, height: height), format: .RGBA8,
      colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    return (0..<height).map { y in (0..<width).map { x in Array(bytes[(y * width + x) * 4..<(y * width + x) * 4 + 4]) }
    }
  }

  private let red: [UInt8] = [255, 0, 0, 255]
  private let clear: [UInt8] = [0, 0, 0, 0]

  @Test func drawnOnceInPoints() throws {
    let view = QuarterView(frame: CGRect(x: 7, y: 9, width: 8, height: 4))
    #expect(view.currentContext == nil && view.needsDisplay)
    let small = try pixels(view)
    #expect(small[3][0] == red && small[3][3] == red && small[3][4] == clear && small[1][0] == clear)
    #expect(view.drawn == [CGRect(x: 0, y: 0, width: 8, height: 4)] && view.currentContext == nil && !view.needsDisplay)
    _ = try pixels(view)
    #expect(view.drawn.count == 1)
    // Another scale has another bitmap.
    let large = try pixels(view, scale: 2)
    #expect(view.drawn.count == 2 && large.count == 8 && large[4][7] == red && large[3][0] == clear)
    view.setNeedsDisplay(CGRect(x: 1, y: 1, width: 2, height: 1))
    _ = try pixels(view, scale: 2)
    #expect(view.drawn.last == CGRect(x: 1, y: 1, width: 2, height: 1))
  }

  @Test func flippedViewsRunDown() throws {
    let flipped = FlippedView(frame: CGRect(x: 0, y: 0, width: 8, height: 4))
    #expect(try pixels(flipped)[0][0] == red && pixels(flipped)[3][0] == clear)
    // A view with y up in one with y down: positioned from the top, drawn upright.
    let (holder, inner) = (Holder(frame: CGRect(x: 0, y: 0, width: 20, height: 10)), QuarterView(frame: .zero))
    inner.frame = CGRect(x: 2, y: 1, width: 8, height: 4)
    holder.addSubview(inner)
    var rows = try pixels(holder)
    #expect(rows[4][2] == red && rows[3][2] == red && rows[2][2] == clear && rows[5][2] == clear)
    // Another view with y down in both.
    let other = FlippedView(frame: CGRect(x: 12, y: 1, width: 8, height: 4))
    holder.addSubview(other)
    rows = try pixels(holder)
    #expect(rows[1][12] == red && rows[2][12] == red && rows[3][12] == clear && rows[4][2] == red)
    // Without a superview, each view looks the same.
    let alone = try pixels(other)
    #expect(alone[0][0] == red && alone[3][0] == clear)
    #expect(try pixels(inner)[3][0] == red && pixels(inner)[0][0] == clear)
  }

  @Test func updatedLayersAreNotDrawn() throws {
    final class Updating: QuarterView {
      var updates = 0
      override var wantsUpdateLayer: Bool { true }
      override func updateLayer() {
        updates += 1
        layer?.contents = CIImage(color: .green).cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))
      }
    }
    let view = Updating(frame: CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(try pixels(view)[0][0] == [0, 255, 0, 255] && view.updates == 1 && view.drawn.isEmpty)
    view.needsDisplay = true
    _ = view.image()
    #expect(view.updates == 2)
  }

  @Test func contentsOfTheAppStayWithoutDrawing() throws {
    final class Empty: LayerView {
      override func draw(_ dirtyRect: CGRect) { super.draw(dirtyRect) }
    }
    for view in [Empty(frame: .zero), LayerView(frame: .zero)] {
      view.frame = CGRect(x: 0, y: 0, width: 2, height: 2)
      view.wantsLayer = true
      view.layer?.contents = CIImage(color: .blue).cropped(to: CGRect(x: 0, y: 0, width: 1, height: 1))
      #expect(try pixels(view)[0][0] == [0, 0, 255, 255])
    }
  }

  @Test func layersThatDrawThemselves() throws {
    final class TextView: LayerView {
      override class var layerClass: CALayer.Type { CATextLayer.self }
    }
    let view = TextView(frame: CGRect(x: 0, y: 0, width: 40, height: 20))
    view.wantsLayer = true
    (view.layer as? CATextLayer)?.string = "M"
    #expect(try pixels(view).joined().contains([255, 255, 255, 255]))
  }

  /// Rows of the table of policies: the number of drawings at first, after a resize, and after a request.
  @Test(
    arguments: [
      (.onSetNeedsDisplay, [1, 1, 2]), (.duringViewResize, [1, 2, 3]), (.beforeViewResize, [1, 2, 3]),
      (.never, [0, 0, 0]), (.crossfade, [1, 2, 3]),
    ] as [(LayerView.LayerContentsRedrawPolicy, [Int])])
  func redrawPolicies(policy: LayerView.LayerContentsRedrawPolicy, counts: [Int]) throws {
    let view = QuarterView(frame: CGRect(x: 0, y: 0, width: 8, height: 4))
    view.layerContentsRedrawPolicy = policy
    _ = view.image()
    var found = [view.drawn.count]
    view.frame.size.width = 16
    view.frame.origin.x = 5
    let rows = try pixels(view)
    found.append(view.drawn.count)
    view.needsDisplay = true
    _ = view.image()
    found.append(view.drawn.count)
    #expect(found == counts)
    // Stretched or redrawn, the left half is red.
    if policy != .never { #expect(rows[3][2] == red && rows[3][13] == clear) }
    #expect((view.layer?.animation(forKey: "transition") is CATransition) == (policy == .crossfade))
  }

  @Test func layoutComesBeforeFrames() throws {
    final class Filling: LayerView {
      var layouts = 0
      override func layout() {
        layouts += 1
        for view in subviews { view.frame = bounds }
      }
    }
    let (view, inner) = (Filling(frame: CGRect(x: 0, y: 0, width: 6, height: 6)), QuarterView(frame: .zero))
    view.addSubview(inner)
    #expect(try pixels(view)[5][2] == red && inner.frame == view.bounds)
    view.frame.size = CGSize(width: 10, height: 10)
    #expect(try pixels(view)[9][4] == red && inner.frame.width == 10)
    // On other threads, views draw nothing and do not crash.
    let layer = try #require(inner.layer)
    let count = inner.drawn.count
    nonisolated(unsafe) let shared = layer
    let thread = Thread { inner.display(shared) }
    thread.start()
    while !thread.isFinished { usleep(1000) }
    #expect(inner.drawn.count == count)
  }

  @Test func printedViewsAreDrawnAnew() throws {
    let folder = try TestFolder()
    let (holder, view) = (Holder(frame: CGRect(x: 0, y: 0, width: 40, height: 30)), QuarterView(frame: .zero))
    view.frame = CGRect(x: 5, y: 2, width: 20, height: 16)
    holder.addSubview(view)
    let file = folder.file("view.pdf")
    try holder.writePDF(to: file, context: Backend.context())
    #expect(view.drawn.count == 2)
    let list = String(decoding: try FinishedProgram.output("pdfimages", ["-list", file.path]), as: UTF8.self)
    #expect(list.split(separator: "\n").count == 2)
    let page = [UInt8](try FinishedProgram.output("pdftoppm", ["-r", "72", "-singlefile", file.path]))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      let start = page.count - 40 * 30 * 3 + (y * 40 + x) * 3
      return Array(page[start..<start + 3])
    }
    #expect(pixel(8, 15) == [255, 0, 0] && pixel(8, 5) == [255, 255, 255] && pixel(20, 15) == [255, 255, 255])
    #expect(throws: RenderError.self) { try LayerView(frame: .zero).writePDF(to: file) }
  }
}
