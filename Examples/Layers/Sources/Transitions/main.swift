import QuartzCore

// Transitions FROM TO OUT.png: a sheet of all transitions between two images, halfway: Core Animation's own types, and
// a CATransition with each of Core Image's transition filters.

guard CommandLine.arguments.count == 4 else { fatalError("usage: Transitions FROM TO OUT.png") }
let images = CommandLine.arguments[1...2].map { CIImage(contentsOf: URL(fileURLWithPath: $0)) }
guard let old = images[0], let new = images[1] else { fatalError("no image") }

let tile = CGSize(width: 160, height: 120)

/// Returns the image filled into a tile, also for filters with additional image inputs.
func fitted(_ image: CIImage) -> CIImage {
  let scale = max(tile.width / image.extent.width, tile.height / image.extent.height)
  return image.transformed(by: CGAffineTransform(scaleX: scale, y: scale))
    .cropped(to: CGRect(origin: .zero, size: tile))
}

/// Returns a filter with all inputs except the two images of the transition.
func filter(_ name: String) -> CIFilter? {
  guard let filter = CIFilter(name: name) else { return nil }
  let own: Set = [kCIInputImageKey, kCIInputTargetImageKey]
  for key in filter.inputKeys where !own.contains(key) {
    let attributes = filter.attributes[key] as? [String: Any]
    let isImage = attributes?[kCIAttributeClass] as? String == "CIImage"
    if isImage { filter.setValue(fitted(key == kCIInputMaskImageKey ? new : old), forKey: key) }
    if key == kCIInputCenterKey { filter.setValue(CIVector(x: tile.width / 2, y: tile.height / 2), forKey: key) }
  }
  return filter
}

var transitions: [(String, CATransition)] = []
for (type, side) in [
  (CATransitionType.fade, CATransitionSubtype.fromLeft), (.push, .fromLeft), (.moveIn, .fromTop), (.reveal, .fromRight),
] {
  let transition = CATransition()
  (transition.type, transition.subtype) = (type, side)
  transitions.append((type.rawValue, transition))
}
for name in CIFilter.filterNames(inCategory: kCICategoryTransition).sorted() {
  guard let filter = filter(name) else { continue }
  let transition = CATransition()
  transition.filter = filter
  transitions.append((name, transition))
}

let columns = 5
let rows = (transitions.count + columns - 1) / columns
let cell = CGSize(width: tile.width + 16, height: tile.height + 30)
let sheet = CALayer()
sheet.bounds = CGRect(x: 0, y: 0, width: cell.width * CGFloat(columns) + 16, height: cell.height * CGFloat(rows) + 16)
sheet.position = CGPoint(x: sheet.bounds.midX, y: sheet.bounds.midY)
sheet.backgroundColor = CGColor(srgbRed: 0.96, green: 0.96, blue: 0.97, alpha: 1)

// A renderer creates the frames: a transition leads from the previously shown content to the present one.
let context = CIContext()
let shot = try CIRenderDestination(width: Int(sheet.bounds.width), height: Int(sheet.bounds.height), format: .RGBA8)
let renderer = CARenderer(context: context, destination: shot)
renderer.layer = sheet
renderer.bounds = sheet.bounds
var shown: [(CALayer, CATransition)] = []
for (index, (name, transition)) in transitions.enumerated() {
  let x = 16 + cell.width * CGFloat(index % columns)
  let y = sheet.bounds.height - cell.height * CGFloat(index / columns + 1)
  let image = CALayer()
  image.frame = CGRect(origin: CGPoint(x: x, y: y + 14), size: tile)
  (image.contents, image.contentsGravity, image.masksToBounds) = (old, .resizeAspectFill, true)
  sheet.addSublayer(image)
  shown.append((image, transition))
  let label = CATextLayer()
  (label.string, label.fontSize, label.font) = (name, 9, "DejaVuSans" as NSString)
  label.foregroundColor = CGColor(gray: 0.25, alpha: 1)
  label.contentsScale = 2
  label.frame = CGRect(x: x, y: y, width: tile.width, height: 13)
  sheet.addSublayer(label)
}
@MainActor func showFrame(at time: CFTimeInterval) throws {
  renderer.beginFrame(atTime: time, timeStamp: nil)
  try renderer.render()
  renderer.endFrame()
}
try showFrame(at: 0)
for (image, transition) in shown {
  (transition.duration, transition.timingFunction) = (1, CAMediaTimingFunction(name: .linear))
  CATransaction.begin()
  CATransaction.setDisableActions(true)
  image.add(transition, forKey: kCATransition)
  image.contents = new
  CATransaction.commit()
}
try showFrame(at: 1)
let halfway = CIImage(layer: sheet, at: 1.5, scale: 2)
try context.writePNGRepresentation(
  of: halfway, to: URL(fileURLWithPath: CommandLine.arguments[3]), format: .RGBA8,
  colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
print("\(transitions.count) transitions")
