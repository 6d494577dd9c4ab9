import CoreImage

// QuartzPage IN OUT.png OUT.pdf: Core Image combined with Quartz drawing, with the same commands in a bitmap and in a
// document.

guard CommandLine.arguments.count == 4 else { fatalError("usage: QuartzPage IN OUT.png OUT.pdf") }
let urls = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
guard let photo = CIImage(contentsOf: urls[0]) else { fatalError("no image") }

let page = CGRect(x: 0, y: 0, width: 360, height: 240)

func draw(into context: CGContext) {
  // A context for the CGContext: its images are drawn in the order of the other commands.
  let images = CIContext(cgContext: context)

  let space = CGColorSpace(name: CGColorSpace.sRGB)
  let sky = [
    CGColor(srgbRed: 0.55, green: 0.75, blue: 1, alpha: 1), CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1),
  ]
  if let gradient = CGGradient(colorsSpace: space, colors: sky as CFArray, locations: nil) {
    context.drawLinearGradient(
      gradient, start: CGPoint(x: 0, y: page.maxY), end: .zero, options: [.drawsAfterEndLocation])
  }

  // A filtered photograph, clipped to a circle and rotated.
  context.saveGState()
  context.translateBy(x: 110, y: 125)
  context.rotate(by: .pi / 12)
  context.addEllipse(in: CGRect(x: -80, y: -80, width: 160, height: 160))
  context.clip()
  let vivid = photo.applyingFilter("CIVibrance", parameters: ["inputAmount": 1])
    .applyingFilter("CIVignette", parameters: [kCIInputIntensityKey: 1, kCIInputRadiusKey: 2])
  let side = min(vivid.extent.width, vivid.extent.height)
  let middle = CGRect(x: vivid.extent.midX - side / 2, y: vivid.extent.midY - side / 2, width: side, height: side)
  images.draw(vivid, in: CGRect(x: -80, y: -80, width: 160, height: 160), from: middle)
  context.restoreGState()

  // The arch of the layer guide, over the image.
  let arch = CGMutablePath()
  arch.move(to: CGPoint(x: 15, y: 15))
  arch.addCurve(to: CGPoint(x: 295, y: 15), control1: CGPoint(x: 15, y: 250), control2: CGPoint(x: 295, y: 250))
  context.beginPath()
  context.addPath(arch)
  context.setLineWidth(5)
  context.setStrokeColor(red: 0.15, green: 0.2, blue: 0.5, alpha: 1)
  context.strokePath()

  // A part of the photograph, half transparent.
  context.setAlpha(0.5)
  images.draw(
    photo, in: CGRect(x: 230, y: 140, width: 110, height: 80),
    from: CGRect(x: photo.extent.midX - 110, y: photo.extent.midY, width: 220, height: 160))
  context.setAlpha(1)
}

guard
  let bitmap = CGContext(
    data: nil, width: Int(page.width) * 2, height: Int(page.height) * 2, bitsPerComponent: 8, bytesPerRow: 0,
    space: CGColorSpace(name: CGColorSpace.sRGB), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
else { fatalError("no bitmap; is cairo installed?") }
bitmap.scaleBy(x: 2, y: 2)
draw(into: bitmap)
guard let pixels = bitmap.makeImage(),
  let png = BitmapImageRep(cgImage: pixels).representation(using: .png, properties: [:])
else { fatalError("no image") }
try png.write(to: urls[1])

var box = page
guard let document = CGContext(urls[2] as CFURL, mediaBox: &box, nil) else { fatalError("no document") }
document.beginPDFPage(nil)
draw(into: document)
document.endPDFPage()
document.closePDF()
print("\(pixels.width)x\(pixels.height)")
