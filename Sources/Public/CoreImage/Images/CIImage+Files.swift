import Foundation
import ImageGraph

extension CIImage {
  /// Creates an image of a file. Only the header is read now; the pixels are read when a render needs them.
  ///
  /// Returns nil, and the log states the reason, if the file does not exist or cannot be read as an image, or if an
  /// auxiliary image is requested: only main images are read.
  ///
  /// - Parameter options: `applyOrientationProperty`, `codecLimits`, `imageIndex`, `subsampleFactor`, `colorSpace`,
  ///   `nearestSampling`, `properties`, `contentHeadroom`, `contentAverageLightLevel`, `toneMapHDRtoSDR`,
  ///   `expandToHDR`, `cacheImmediately`. Others have no effect and are logged.
  public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
    do throws(RenderError) {
      let options = ReadOptions(options).noted(in: .process, by: "CIImage(contentsOf:)")
      try self.init(try ImageFile(url, options), url: url, options: options)
    } catch {
      RenderLog.process.note("\(error)")
      return nil
    }
  }

  /// Creates an image of the bytes of a file. Only the header is read now.
  public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
    do throws(RenderError) {
      let options = ReadOptions(options).noted(in: .process, by: "CIImage(data:)")
      try self.init(try ImageFile(data, options), url: nil, options: options)
    } catch {
      RenderLog.process.note("\(error)")
      return nil
    }
  }

  /// Creates an image of a file as `init(contentsOf:options:)` does, and throws on failure.
  ///
  /// - Throws: `image` if the file cannot be read or decoded, `unsupported` for an unknown file format, `limit` if its
  ///   header declares a larger size than allowed; `unsupported` and `invalidArgument` for options without effect.
  public convenience init(reading url: URL, options: [CIImageOption: Any]? = nil) throws(RenderError) {
    let options = try ReadOptions(options).checked()
    try self.init(try ImageFile(url, options), url: url, options: options)
  }

  /// Creates an image of the bytes of a file as `init(data:options:)` does, and throws on failure.
  public convenience init(reading data: Data, options: [CIImageOption: Any]? = nil) throws(RenderError) {
    let options = try ReadOptions(options).checked()
    try self.init(try ImageFile(data, options), url: nil, options: options)
  }

  private convenience init(_ file: ImageFile, url: URL?, options: ReadOptions) throws(RenderError) {
    if let auxiliary = options.auxiliary { throw ReadOptions.noAuxiliary(auxiliary) }
    let selectedSpace = options.space(else: file.colorSpace)
    let space = file.colorSpace.model == .grey ? selectedSpace : selectedSpace?.asRGB
    let own = file.isFloat ? 0 : impliedHeadroom(of: space)
    let source = file.source(as: space)
    if options.decodesNow { _ = try source.pixels() }
    self.init(
      .source(source), in: space, options, headroom: own, properties: file.properties, origin: Facts(url: url))
  }
}
