import CoreImage
import CoreVideo
import Foundation

/// Prints the time of renders between the planes of video frames, compared with the same recipe on BGRA pixels.
///
/// - Parameter words: texts that select rows: those with all of them in their names, such as `sepia` and `NV12`.
func measurePlanes(matching words: [String], on harness: Harness) throws {
  let (context, width, height, runs) = (harness.context, harness.width, harness.height, harness.runs)
  let recipes: [(name: String, recipe: (CIImage) -> CIImage)] = [
    ("unchanged", { $0 }),
    ("sepia", { $0.applyingFilter("CISepiaTone") }),
    (
      "sepia, blur 5",
      { image in
        image.applyingFilter("CISepiaTone").clampedToExtent()
          .applyingFilter("CIGaussianBlur", parameters: [kCIInputRadiusKey: 5]).cropped(to: image.extent)
      }
    ),
  ]
  let space = CGColorSpace(name: CGColorSpace.itur_709)
  let formats: [(name: String, type: OSType)] = [
    ("BGRA", kCVPixelFormatType_32BGRA), ("NV12", kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange),
    ("I420", kCVPixelFormatType_420YpCbCr8Planar),
  ]
  let names = recipes.flatMap { recipe in formats.map { "\(recipe.name) \($0.name)" } }
  guard names.contains(where: { name in words.allSatisfy(name.contains) }) else {
    throw CIBench.UsageError(description: "no row matches; the rows are \(names.joined(separator: "; "))")
  }
  print("\(context.deviceName), \(width)x\(height), milliseconds: wall, CPU of all threads, device; and passes")
  for (title, recipe) in recipes {
    for (name, type) in formats where words.allSatisfy("\(title) \(name)".contains) {
      let (source, result) = (
        try CVPixelBuffer(width: width, height: height, pixelFormat: type),
        try CVPixelBuffer(width: width, height: height, pixelFormat: type)
      )
      let frame = CGRect(x: 0, y: 0, width: width, height: height)
      try context.render(checked: harness.newImage(), to: source, bounds: frame, colorSpace: space)
      let image = recipe(CIImage(cvPixelBuffer: source))
      func render() throws { try context.render(checked: image, to: result, bounds: frame, colorSpace: space) }
      try render()
      var walls: [Double] = []
      var processors: [Double] = []
      for _ in 0..<runs {
        let before = clock()
        walls.append(try milliseconds(render))
        processors.append(Double(clock() - before) / Double(CLOCKS_PER_SEC) * 1000)
      }
      let task = try context.startTask(toRender: image, to: CIRenderDestination(pixelBuffer: result))
      let info = try task.waitUntilCompleted()
      print(
        title.padding(toLength: 16, withPad: " ", startingAt: 0)
          + name.padding(toLength: 6, withPad: " ", startingAt: 0)
          + String(
            format: "%9.2f %9.2f %9.2f %5d", median(walls).median, median(processors).median,
            info.kernelExecutionTime * 1000, info.passCount))
    }
  }
}
