import Foundation
import ImageIO
import TestFiles
import Testing

/// An image with pixels computed from their coordinates: 8 bits a component, straight alpha.
struct Known {
  let width, height: Int
  let bytes: [UInt8]
  let image: CGImage

  /// - Parameter pixel: returns red, green, blue and alpha at coordinates, rows from the top.
  init(_ width: Int, _ height: Int, alpha: Bool = false, _ pixel: (Int, Int) -> [UInt8]) throws {
    (self.width, self.height) = (width, height)
    bytes = (0..<width * height).flatMap { pixel($0 % width, $0 / width) }
    let info: CGImageAlphaInfo = alpha ? .last : .noneSkipLast
    image = try makeImage(width, Data(bytes), bits: 8, components: 4, CGBitmapInfo(rawValue: info.rawValue))
  }

  /// An image of colours that change between adjacent pixels.
  static func slopes(_ width: Int, _ height: Int, alpha: Bool = false) throws -> Known {
    try Known(width, height, alpha: alpha) { x, y in
      [UInt8(20 + 7 * x), UInt8(250 - 9 * y), UInt8(60 + 3 * (x + y)), alpha ? UInt8(255 - 5 * x) : 255]
    }
  }

  /// An image of four colours, one in each quarter: red above green at the left, blue above white at the right.
  static func quarters(_ width: Int, _ height: Int) throws -> Known {
    try Known(width, height) { x, y in
      switch (x < width / 2, y < height / 2) {
      case (true, true): [255, 0, 0, 255]
      case (true, false): [0, 255, 0, 255]
      case (false, true): [0, 0, 255, 255]
      case (false, false): [255, 255, 255, 255]
      }
    }
  }
}

/// Creates an image of these bytes, top row first.
///
/// - Parameter components: the number of components of a pixel.
func makeImage(
  _ width: Int, _ bytes: Data, bits: Int, components: Int, _ info: CGBitmapInfo, space name: String = CGColorSpace.sRGB
) throws -> CGImage {
  let provider = try #require(CGDataProvider(data: bytes as CFData))
  let space = try #require(CGColorSpace(name: name))
  let rowBytes = width * components * bits / 8
  return try #require(
    CGImage(
      width: width, height: bytes.count / rowBytes, bitsPerComponent: bits, bitsPerPixel: bits * components,
      bytesPerRow: rowBytes, space: space, bitmapInfo: info, provider: provider, decode: nil, shouldInterpolate: true,
      intent: .defaultIntent))
}

/// Returns a function of coordinates, rows from the top, for the pixels of the image in a bitmap: red, green, blue and
/// alpha, premultiplied.
func drawn(_ image: CGImage) throws -> (Int, Int) -> [UInt8] {
  let context = try #require(
    CGContext(
      data: nil, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
  let (data, rowBytes) = (try #require(context.data), context.bytesPerRow)
  let bytes = Data(bytes: data, count: rowBytes * image.height)
  return { x, y in Array(bytes[(y * rowBytes + 4 * x)..<(y * rowBytes + 4 * x + 4)]) }
}

/// Returns a file with one image.
func file(
  of image: CGImage, as type: String, _ properties: [String: Any] = [:]
) throws -> Data {
  let data = CFMutableData()
  let destination = try #require(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
  CGImageDestinationAddImage(destination, image, properties as CFDictionary)
  try #require(CGImageDestinationFinalize(destination))
  return Data(referencing: data)
}

/// Returns the image of a file.
func makeImage(_ data: Data) throws -> CGImage {
  try #require(CGImageSourceCreateImageAtIndex(try source(data), 0, nil))
}

func source(_ data: Data) throws -> CGImageSource { try #require(CGImageSourceCreateWithData(data as CFData, nil)) }

func properties(_ source: CGImageSource) throws -> [String: Any] {
  try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [String: Any])
}

func texts(_ array: CFArray) -> [String] { array.compactMap { $0 as? String } }
