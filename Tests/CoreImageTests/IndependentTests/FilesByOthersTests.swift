import Foundation
import TestSupport
import Testing

/// The tool against ImageMagick from file to file: 8-bit sRGB pictures, calculated in linear light.
@Suite struct FilesByOthersTests {
  let folder: TestFolder

  /// Two pictures by ImageMagick: an opaque one, and a cloud with soft and clear parts.
  init() throws {
    folder = try TestFolder()
    try OutsideProgram.imageMagick.run(
      ["-size", "150x100", "-seed", "1", "plasma:", "-depth", "8", "PNG24:photo.png"], in: folder)
    try OutsideProgram.imageMagick.run(
      [
        "-size", "150x100", "-seed", "2", "plasma:tomato-steelblue", "(", "-size", "150x100",
        "radial-gradient:white-black",
        "-level", "20%,70%", ")", "-alpha", "off", "-compose", "CopyOpacity", "-composite", "-depth", "8",
        "PNG32:cloud.png",
      ], in: folder)
  }

  private func citool(_ arguments: [String]) throws {
    let tests = try #require(Bundle.main.executableURL)
    let tool = tests.deletingLastPathComponent().appending(path: "citool").path
    try OutsideProgram(places: [tool], probe: ["--help"], packages: "").run(arguments, in: folder)
  }

  /// A file's pixels as ImageMagick reads them, premultiplied, 0...1.
  private func pixels(_ name: String, _ width: Int, _ height: Int) throws -> Floats {
    let data = try OutsideProgram.imageMagick.run([name, "-depth", "8", "rgba:-"], in: folder)
    try #require(data.count == width * height * 4)
    let bytes = [UInt8](data)
    return Floats(width, height) { x, y in
      let color = SIMD4<Float>((0..<4).map { Float(bytes[(y * width + x) * 4 + $0]) / 255 })
      return [color.x * color.w, color.y * color.w, color.z * color.w, color.w]
    }
  }

  /// Runs both on photo.png and compares what they write.
  private func expectAlike(
    _ filters: [String], _ operations: [String], width: Int = 150, height: Int = 100, inset: Int = 0,
    within steps: Float, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try citool(["apply", "photo.png"] + filters + ["-o", "ours.png"])
    try OutsideProgram.imageMagick.run(
      ["photo.png", "-colorspace", "RGB"] + operations + ["-colorspace", "sRGB", "-depth", "8", "PNG32:theirs.png"],
      in: folder)
    expect(
      try pixels("ours.png", width, height).inset(by: inset),
      near: try pixels("theirs.png", width, height).inset(by: inset), within: (steps + 0.01) / 255,
      filters.joined(separator: " "), sourceLocation: sourceLocation)
  }

  @Test func exposureScalesLinearLight() throws {
    try expectAlike(["-f", "CIExposureAdjust", "ev=1"], ["-evaluate", "multiply", "2"], within: 1)
  }

  @Test func invertIsTheNegativeOfLinearLight() throws {
    try expectAlike(["-f", "CIColorInvert"], ["-negate"], within: 1)
  }

  @Test func blurWithRepeatedEdges() throws {
    try expectAlike(
      [
        "-f", "CIClamp", "extent=0,0,150,100", "-f", "CIGaussianBlur", "radius=3", "-f", "CICrop",
        "rectangle=0,0,150,100",
      ],
      ["-virtual-pixel", "edge", "-gaussian-blur", "0x3"], within: 1)
  }

  /// ImageMagick cuts off what overshoots between its two passes, so single pixels differ by 2.
  @Test func halfTheSize() throws {
    try expectAlike(
      ["-f", "CILanczosScaleTransform", "scale=0.5"], ["-filter", "Lanczos", "-resize", "75x50!"],
      width: 75, height: 50, inset: 4, within: 2)
  }

  @Test func aCloudOverThePhoto() throws {
    try citool(["apply", "cloud.png", "-f", "CISourceOverCompositing", "backgroundImage=photo.png", "-o", "ours.png"])
    try OutsideProgram.imageMagick.run(
      [
        "photo.png", "cloud.png", "-colorspace", "RGB", "-compose", "Over", "-composite", "-colorspace", "sRGB",
        "-depth",
        "8", "PNG32:theirs.png",
      ], in: folder)
    expect(try pixels("ours.png", 150, 100), near: try pixels("theirs.png", 150, 100), within: 1.01 / 255)
  }

  @Test func thePhotoInsideTheCloud() throws {
    try citool(["apply", "photo.png", "-f", "CISourceInCompositing", "backgroundImage=cloud.png", "-o", "ours.png"])
    try OutsideProgram.imageMagick.run(
      [
        "cloud.png", "photo.png", "-colorspace", "RGB", "-compose", "In", "-composite", "-colorspace", "sRGB", "-depth",
        "8",
        "PNG32:theirs.png",
      ], in: folder)
    expect(try pixels("ours.png", 150, 100), near: try pixels("theirs.png", 150, 100), within: 1.01 / 255)
  }

  /// A file through no filter at all, and through both formats with 16 bits: nothing may change.
  @Test func nothingChangesNothing() throws {
    for name in ["photo.png", "cloud.png"] {
      try citool(["apply", name, "-o", "ours.png"])
      expect(try pixels("ours.png", 150, 100), near: try pixels(name, 150, 100), within: 0)
      try citool(["apply", name, "--format", "rgba16", "-o", "deep.png"])
      expect(try pixels("deep.png", 150, 100), near: try pixels(name, 150, 100), within: 0)
    }
  }
}
