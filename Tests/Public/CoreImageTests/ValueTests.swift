import CoreImage
import Testing

@Suite struct ValueTests {
  @Test func vectorsAreReadAsTheyAreWritten() {
    let vector = CIVector(x: 1, y: 2.5, z: -3)
    #expect(vector.stringRepresentation == "[1 2.5 -3]")
    #expect(CIVector(string: vector.stringRepresentation) == vector)
    #expect(CIVector(string: "1, 2.5, -3") == vector)
    #expect(CIVector(string: "none").count == 0)
    #expect(vector.w == 0)
    #expect(vector.value(at: -1) == 0)
    #expect(CIVector(cgRect: CGRect(x: 1, y: 2, width: 3, height: 4)).cgRectValue.width == 3)
    #expect(CIVector(values: [1, 2, 3, 4, 5], count: 5).count == 5)
  }

  @Test func colorsAreReadAsTheyAreWritten() {
    let color = CIColor(red: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
    #expect(color.stringRepresentation == "0.25 0.5 0.75 0.5")
    #expect(CIColor(string: color.stringRepresentation) == color)
    #expect(CIColor(string: "1 0 0") == .red)
    #expect(CIColor(string: "") == .black)
    #expect(color.components[3] == 0.5)
    #expect(Set([CIColor.red, CIColor(red: 1, green: 0, blue: 0)]).count == 1)
  }

  @Test func colorsOfOtherSpacesBecomeSRGB() throws {
    let linear = try #require(CGColorSpace(name: CGColorSpace.linearSRGB))
    let color = try #require(CIColor(red: 0.5, green: 0, blue: 1, colorSpace: linear))
    #expect(abs(color.value.red - 0.7354) < 1e-4)
    #expect(abs(color.value.blue - 1) < 1e-12)
    let grey = CIColor(cgColor: CGColor(gray: 1, alpha: 0.5))
    #expect(abs(grey.red - 1) < 1e-9)
    #expect(grey.alpha == 0.5)
    #expect(CIColor(red: 1, green: 1, blue: 1, colorSpace: CGColorSpaceCreateDeviceGray()) == nil)
  }

  @Test func everyNamedColorSpaceIsFound() throws {
    for name in [
      CGColorSpace.sRGB, CGColorSpace.extendedLinearSRGB, CGColorSpace.displayP3, CGColorSpace.adobeRGB1998,
      CGColorSpace.itur_2020, CGColorSpace.itur_2100_PQ, CGColorSpace.genericGrayGamma2_2, CGColorSpace.dcip3,
      CGColorSpace.rommrgb, CGColorSpace.acescgLinear, CGColorSpace.genericRGBLinear, CGColorSpace.linearGray,
    ] {
      let space = try #require(CGColorSpace(name: name))
      #expect(space.name == name)
    }
    #expect(CGColorSpace(name: "kCGColorSpaceNone") == nil)
    #expect(CGColorSpace(name: CGColorSpace.displayP3)?.isWideGamutRGB == true)
    #expect(CGColorSpace(name: CGColorSpace.sRGB)?.isWideGamutRGB == false)
    #expect(CGColorSpaceCreateDeviceGray().numberOfComponents == 1)
  }

  @Test func formatsThatPixelsHaveAreDistinct() {
    let formats: [CIFormat] = [
      .RGBA8, .BGRA8, .ARGB8, .RGBA16, .RGBAh, .RGBAf, .R8, .RG8, .A8, .L8, .LA8, .Rf, .LAf, .RGB10,
    ]
    #expect(Set(formats).count == formats.count)
    #expect(formats.allSatisfy { $0.pixelFormat.map(CIFormat.init) == $0 })
    #expect(CIFormat(rawValue: 999).pixelFormat == nil)
  }

  @Test func numbersOfEveryTypeAreNumbers() throws {
    let ones: [Any] = [
      1, 1.0, Float(1), CGFloat(1), true, UInt8(1), Int64(1), NSNumber(value: 1), NSNumber(value: true), Decimal(1),
      Optional(1) as Any, Optional(Optional(1.0)) as Any,
    ]
    for one in ones {
      let filter = CIFilter.exposureAdjust()
      try filter.set(one, forKey: kCIInputEVKey)
      #expect(filter.ev == 1, "\(type(of: one))")
    }
  }

  @Test func imagesOfBytesKnowTheirLayout() throws {
    let data = Data((0..<32).map { UInt8($0) })
    let image = try #require(
      CGImage(
        width: 2, height: 3, bytesPerRow: 12, format: .BGRA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB),
        data: data))
    #expect(image.bitsPerComponent == 8)
    #expect(image.bitsPerPixel == 32)
    #expect(image.bytesPerRow == 12)
    #expect(image.alphaInfo == .premultipliedFirst)
    #expect(image.data.prefix(32) == data)
    #expect(image.cropping(to: CGRect(x: 1, y: 2, width: 5, height: 5))?.data == Data([28, 29, 30, 31]))
    #expect(
      CGImage(width: 2, height: 3, bytesPerRow: 12, format: .BGRA8, colorSpace: nil, data: data.prefix(31)) == nil)
    #expect(CGImage(width: -2, height: 3, bytesPerRow: 12, format: .BGRA8, colorSpace: nil, data: data) == nil)
    #expect(CGImage(width: .max, height: .max, bytesPerRow: .max, format: .RGBAf, colorSpace: nil, data: data) == nil)
  }
}
