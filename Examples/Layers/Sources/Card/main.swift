import QuartzCore

// Card PHOTOGRAPH OUT-FOLDER [FRAMES]: a card of frosted glass that moves over a photograph, with a shadow, rounded
// corners, a blurred background, and an image with an animated filter. Renders frames of its two seconds at arbitrary
// times.

let arguments = CommandLine.arguments
guard arguments.count >= 3, let count = Int(arguments.dropFirst(3).first ?? "5"), count > 1 else {
  fatalError("usage: Card PHOTOGRAPH OUT-FOLDER [FRAMES, at least 2]")
}
guard let photo = CIImage(contentsOf: URL(fileURLWithPath: arguments[1])) else { fatalError("no image") }
let folder = URL(fileURLWithPath: arguments[2], isDirectory: true)

func filter(_ name: String, _ type: String, _ values: [String: Any]) -> CIFilter {
  guard let filter = CIFilter(name: type, parameters: values) else { fatalError("no filter \(type)") }
  filter.name = name
  return filter
}

/// Animates a property while the card moves in.
func animate(_ layer: CALayer, _ keyPath: String, from: Any, to: Any, curve: CAMediaTimingFunctionName = .easeInEaseOut)
{
  let animation = CABasicAnimation(keyPath: keyPath)
  (animation.fromValue, animation.toValue, animation.duration) = (from, to, 2)
  animation.timingFunction = CAMediaTimingFunction(name: curve)
  // The final value remains, including at the exact end time.
  (animation.fillMode, animation.isRemovedOnCompletion) = (.both, false)
  layer.add(animation, forKey: keyPath)
}

let scene = CALayer()
scene.bounds = CGRect(x: 0, y: 0, width: 480, height: 300)
scene.position = CGPoint(x: 240, y: 150)
(scene.contents, scene.contentsGravity, scene.masksToBounds) = (photo, .resizeAspectFill, true)

// The layer that casts the shadow and rotates: the card's own mask would clip its shadow.
let holder = CALayer()
holder.bounds = CGRect(x: 0, y: 0, width: 300, height: 180)
holder.position = CGPoint(x: 240, y: 150)
(holder.shadowOpacity, holder.shadowRadius, holder.shadowOffset) = (0.5, 14, CGSize(width: 0, height: -8))
holder.shadowPath = CGPath(roundedRect: holder.bounds, cornerWidth: 22, cornerHeight: 22, transform: nil)
scene.addSublayer(holder)

let card = CALayer()
card.frame = holder.bounds
(card.cornerRadius, card.masksToBounds) = (22, true)
card.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 0.35)
(card.borderWidth, card.borderColor) = (1.5, CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 0.8))
card.backgroundFilters = [filter("glass", "CIGaussianBlur", [kCIInputRadiusKey: 9])]
holder.addSublayer(card)

let face = CALayer()
face.frame = CGRect(x: 20, y: 30, width: 120, height: 120)
(face.contents, face.contentsGravity, face.cornerRadius, face.masksToBounds) = (photo, .resizeAspectFill, 60, true)
face.filters = [filter("dots", "CIPixellate", [kCIInputScaleKey: 1, kCIInputCenterKey: CIVector(x: 0, y: 0)])]
card.addSublayer(face)

func line(_ text: String, _ size: CGFloat, y: CGFloat) -> CATextLayer {
  let layer = CATextLayer()
  (layer.string, layer.fontSize, layer.font) = (text, size, "DejaVuSans" as NSString)
  layer.foregroundColor = CGColor(srgbRed: 0.1, green: 0.1, blue: 0.15, alpha: 1)
  layer.frame = CGRect(x: 155, y: y, width: 135, height: size * 1.4)
  layer.contentsScale = 2
  return layer
}
card.addSublayer(line("One recipe", 18, y: 104))
card.addSublayer(line("a frame, at any time", 12, y: 82))

let bar = CAGradientLayer()
bar.frame = CGRect(x: 155, y: 48, width: 125, height: 14)
(bar.startPoint, bar.endPoint, bar.cornerRadius) = (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5), 7)
bar.colors = [
  CGColor(srgbRed: 0.2, green: 0.5, blue: 1, alpha: 1), CGColor(srgbRed: 1, green: 0.3, blue: 0.6, alpha: 1),
]
card.addSublayer(bar)

animate(holder, "position.y", from: -110, to: 150, curve: .easeOut)
animate(holder, "transform.rotation", from: -0.25, to: 0)
animate(face, "filters.dots.inputScale", from: 1, to: 12)
animate(bar, "bounds.size.width", from: 14, to: 125)

try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let context = CIContext()
for index in 0..<count {
  let time = 2 * Double(index) / Double(count - 1)
  let frame = CIImage(layer: scene, at: time, scale: 2)
  let file = folder.appendingPathComponent("card-\(index).png")
  try context.writePNGRepresentation(
    of: frame, to: file, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  print("\(time) s: \(file.lastPathComponent)")
}
