import QuartzCore

// Listings PHOTOGRAPH OUT.png: the content of layers, as in the guide "Setting Up Layer Objects": contents that a
// delegate provides or draws, a subclass that draws, colours and borders, and a filter on the foreground.

guard CommandLine.arguments.count == 3 else { fatalError("usage: Listings PHOTOGRAPH OUT.png") }
guard let photo = CIImage(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])) else { fatalError("no image") }

/// 2-3: provides the image for its state. A delegate with this method is not called to draw.
final class Answer: CALayerDelegate {
  var isYes = true
  private let images: (yes: CGImage?, no: CGImage?)

  init() {
    func badge(_ text: String, _ color: CGColor) -> CGImage? {
      let context = CGContext(
        data: nil, width: 160, height: 100, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpace(name: CGColorSpace.sRGB)!,
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
      context?.setFillColor(color)
      context?.fillEllipse(in: CGRect(x: 10, y: 10, width: 140, height: 80))
      context?.setFillColor(gray: 1, alpha: 1)
      context?.selectFont(name: "DejaVuSans", size: 32)
      context?.showText(text, at: CGPoint(x: 50, y: 38))
      return context?.makeImage()
    }
    images = (
      badge("Yes", CGColor(srgbRed: 0.1, green: 0.6, blue: 0.3, alpha: 1)),
      badge("No", CGColor(srgbRed: 0.75, green: 0.2, blue: 0.2, alpha: 1))
    )
  }

  func display(_ layer: CALayer) { layer.contents = isYes ? images.yes : images.no }
}

/// 2-4: draws into the layer's bitmap, y up and in points.
final class Arch: CALayerDelegate {
  func draw(_ layer: CALayer, in context: CGContext) {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 15, y: 15))
    path.addCurve(
      to: CGPoint(x: 295, y: 15), control1: CGPoint(x: 15, y: 250), control2: CGPoint(x: 295, y: 250))
    context.beginPath()
    context.addPath(path)
    context.setLineWidth(5)
    context.strokePath()
  }
}

/// Draws the arch in a subclass with an animatable property, whose changes redraw the layer.
final class ArchLayer: CALayer {
  @CALayerProperty var height: CGFloat = 0

  override class func needsDisplay(forKey key: String) -> Bool { key == "height" || super.needsDisplay(forKey: key) }

  override func draw(in context: CGContext) {
    context.move(to: CGPoint(x: 15, y: 15))
    context.addCurve(
      to: CGPoint(x: 295, y: 15), control1: CGPoint(x: 15, y: 15 + height), control2: CGPoint(x: 295, y: 15 + height))
    context.setLineWidth(5)
    context.setStrokeColor(CGColor(srgbRed: 0.2, green: 0.4, blue: 0.9, alpha: 1))
    context.strokePath()
  }
}

let (answer, no, arch) = (Answer(), Answer(), Arch())
no.isYes = false

let sheet = CALayer()
sheet.bounds = CGRect(x: 0, y: 0, width: 660, height: 420)
sheet.position = CGPoint(x: 330, y: 210)
sheet.backgroundColor = CGColor(gray: 0.93, alpha: 1)

@MainActor func add<Layer: CALayer>(_ layer: Layer, _ frame: CGRect, _ delegate: (any CALayerDelegate)? = nil) -> Layer
{
  layer.frame = frame
  layer.delegate = delegate
  layer.contentsScale = 2
  sheet.addSublayer(layer)
  return layer
}

// Layers that draw, or whose delegates draw, need setNeedsDisplay; assigned contents do not.
add(CALayer(), CGRect(x: 10, y: 310, width: 160, height: 100), answer).setNeedsDisplay()
add(CALayer(), CGRect(x: 180, y: 310, width: 160, height: 100), no).setNeedsDisplay()
add(CALayer(), CGRect(x: 10, y: 90, width: 310, height: 210), arch).setNeedsDisplay()

let growing = add(ArchLayer(), CGRect(x: 340, y: 90, width: 310, height: 210))
growing.setNeedsDisplay()
let growth = CABasicAnimation(keyPath: "height")
(growth.fromValue, growth.toValue, growth.duration) = (0.0, 235.0, 1)
growing.add(growth, forKey: "growth")

// 2-5: a background colour, and a border in front of all content.
let colored = add(CALayer(), CGRect(x: 350, y: 310, width: 120, height: 100))
colored.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
colored.borderColor = CGColor.black
colored.borderWidth = 3

// 2-6: a filter on the layer's content. Once added, its inputs are accessible only by key paths.
let pinched = add(CALayer(), CGRect(x: 480, y: 310, width: 170, height: 100))
(pinched.contents, pinched.contentsGravity, pinched.masksToBounds) = (photo, .resizeAspectFill, true)
if let filter = CIFilter(name: "CIPinchDistortion") {
  filter.setValue(80.0, forKey: kCIInputRadiusKey)
  filter.setValue(0.2, forKey: kCIInputScaleKey)
  filter.setValue(CIVector(x: 85, y: 55), forKey: kCIInputCenterKey)
  filter.name = "pinch"
  pinched.filters = [filter]
  pinched.setValue(0.8, forKeyPath: "filters.pinch.inputScale")
}

// After half a second, the arch has half of its height.
let frame = CIImage(layer: sheet, at: 0.5, scale: 2)
try CIContext().writePNGRepresentation(
  of: frame, to: URL(fileURLWithPath: CommandLine.arguments[2]), format: .RGBA8,
  colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
