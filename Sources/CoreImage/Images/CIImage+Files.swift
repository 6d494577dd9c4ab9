import Foundation
import ImageGraph

extension CIImage {
  /// A picture in a file. Only its header is read now; the pixels are read when a render needs them.
  ///
  /// Nil, with the reason in the log, when there is no such file or it is no picture that can be read.
  ///
  /// - Parameter options: `applyOrientationProperty`, `colorSpace`, `nearestSampling`, `properties`, `contentHeadroom`,
  ///   `contentAverageLightLevel`, `toneMapHDRtoSDR`.
  public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
    do throws(RenderError) {
      try self.init(reading: url, options: options)
    } catch {
      RenderLog.process.note("\(error)")
      return nil
    }
  }

  /// A picture in the bytes of a file. Only its header is read now.
  public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
    do throws(RenderError) {
      try self.init(reading: data, options: options)
    } catch {
      RenderLog.process.note("\(error)")
      return nil
    }
  }

  /// `init(contentsOf:options:)` with the reason as an error.
  ///
  /// - Throws: `picture` when the file cannot be read or decoded, `unsupported` for a kind of file that is not known,
  ///   `limit` when it says to be larger than allowed.
  public convenience init(reading url: URL, options: [CIImageOption: Any]? = nil) throws(RenderError) {
    self.init(try PictureFile(url), url: url, options: ReadOptions(options))
  }

  /// `init(data:options:)` with the reason as an error.
  public convenience init(reading data: Data, options: [CIImageOption: Any]? = nil) throws(RenderError) {
    self.init(try PictureFile(data), url: nil, options: ReadOptions(options))
  }

  private convenience init(_ file: PictureFile, url: URL?, options: ReadOptions) {
    var properties = options.properties ?? file.properties
    let given = options.space(else: file.colorSpace)
    let space = file.colorSpace.model == .grey ? given : given?.withColors
    let own = file.isFloat ? 0 : statedHeadroom(of: space)
    let (start, headroom) = options.toneMapped(.source(file.source(as: space)), headroom: own)
    var node = options.sampled(start)
    if options.appliesOrientation, let orientation = Self.orientation(in: properties) {
      node = node.transformed(by: orientation.map(width: Double(file.width), height: Double(file.height))) ?? node
      properties[kCGImagePropertyOrientation] = 1
    }
    self.init(
      node,
      Facts(
        properties: properties, colorSpace: space.map(CGColorSpace.init), url: options.changesNothing ? url : nil,
        contentHeadroom: headroom, contentAverageLightLevel: options.averageLightLevel))
  }

  private static func orientation(in properties: [String: Any]) -> CGImagePropertyOrientation? {
    guard let code = number(from: properties[kCGImagePropertyOrientation]).flatMap({ UInt32(exactly: $0) }) else {
      return nil
    }
    return CGImagePropertyOrientation(rawValue: code)
  }
}
