import QuartzCore

// Particles OUT.png [TIME]: ten thousand sparks of a fountain at a time. The state of a particle depends only on its
// index and the time, so any time can be rendered first, with the same result.

guard CommandLine.arguments.count >= 2, let time = Double(CommandLine.arguments.dropFirst(2).first ?? "5") else {
  fatalError("usage: Particles OUT.png [TIME in seconds]")
}

/// Returns a soft white dot, which each spark tints.
func dot(_ size: Int) -> CGImage? {
  let center = CIVector(x: CGFloat(size) / 2, y: CGFloat(size) / 2)
  let gradient = CIFilter(
    name: "CIRadialGradient",
    parameters: [
      "inputCenter": center, "inputRadius0": 0, "inputRadius1": Double(size) / 2, "inputColor0": CIColor.white,
      "inputColor1": CIColor.clear,
    ])
  let rect = CGRect(x: 0, y: 0, width: size, height: size)
  return gradient?.outputImage.flatMap { CIContext().createCGImage($0, from: rect) }
}

let fountain = CAEmitterLayer()
fountain.bounds = CGRect(x: 0, y: 0, width: 640, height: 400)
fountain.position = CGPoint(x: 320, y: 200)
fountain.backgroundColor = CGColor(srgbRed: 0.02, green: 0.02, blue: 0.06, alpha: 1)
fountain.emitterPosition = CGPoint(x: 320, y: 24)
(fountain.emitterShape, fountain.emitterSize) = (.line, CGSize(width: 40, height: 0))
fountain.renderMode = .additive
fountain.masksToBounds = true

let spark = CAEmitterCell()
(spark.name, spark.contents) = ("spark", dot(16))
// 2,000 per second with a lifetime of five seconds.
(spark.birthRate, spark.lifetime) = (2000, 5)
(spark.emissionLongitude, spark.emissionRange) = (.pi / 2, 0.7)
(spark.velocity, spark.velocityRange, spark.yAcceleration) = (190, 90, -62)
(spark.scale, spark.scaleRange, spark.scaleSpeed) = (0.5, 0.3, -0.06)
spark.color = CGColor(srgbRed: 1, green: 0.55, blue: 0.2, alpha: 0.6)
(spark.greenRange, spark.blueRange, spark.redSpeed, spark.blueSpeed, spark.alphaSpeed) = (0.4, 0.3, -0.12, 0.15, -0.1)
fountain.emitterCells = [spark]

let image = CIImage(layer: fountain, at: time, scale: 1)
let file = URL(fileURLWithPath: CommandLine.arguments[1])
try CIContext().writePNGRepresentation(
  of: image, to: file, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
print("\(min(Int(time * 2000), 10_000)) sparks at \(time) s")
