import Foundation
import ImageGraph

extension CIImage {
  /// An image in a file. Only its header is read now; the pixels are read when a render needs them.
  ///
  /// Nil, with the reason in the log, when there is no such file or it is no image that can be read, and when an
  /// auxiliary image is asked for: only main images are read.
  ///
  /// - Parameter options: `applyOrientationProperty`, `codecLimits`, `subsampleFactor`, `colorSpace`,
  ///   `nearestSampling`, `properties`,
  ///   `contentHeadroom`, `contentAverageLightLevel`, `toneMapHDRtoSDR`, `expandToHDR`, `cacheImmediately`; others have
  ///   no effect and a line in the log.
  public convenience init?(contentsOf url: URL, options: [CIImageOption: Any]? = nil) {
    do throws(RenderError) {
      let options = ReadOptions(options).noted(in: .process, by: "CIImage(contentsOf:)")
      try self.init(
        try ImageFile(url, try options.codecLimits(), subsampling: options.subsampling), url: url, options: options)
    } catch {
      RenderLog.process.note("\(error)")
      return nil
    }
  }

  /// An image in the bytes of a file. Only its header is read now.
  public convenience init?(data: Data, options: [CIImageOption: Any]? = nil) {
    do throws(RenderError) {
      let options = ReadOptions(options).noted(in: .process, by: "CIImage(data:)")
      try self.init(
        try ImageFile(data, try options.codecLimits(), subsampling: options.subsampling), url: nil, options: options)
    } catch {
      RenderLog.process.note("\(error)")
      return nil
    }
  }

  /// `init(contentsOf:options:)` with the reason as an error.
  ///
  /// - Throws: `image` when the file cannot be read or decoded, `unsupported` for a kind of file that is not known,
  ///   `limit` when it says to be larger than allowed; `unsupported` and `invalidArgument` for options that have no
  ///   effect.
  public convenience init(reading url: URL, options: [CIImageOption: Any]? = nil) throws(RenderError) {
    let options = try ReadOptions(options).checked()
    try self.init(
      try ImageFile(url, try options.codecLimits(), subsampling: options.subsampling), url: url, options: options)
  }

  /// `init(data:options:)` with the reason as an error.
  public convenience init(reading data: Data, options: [CIImageOption: Any]? = nil) throws(RenderError) {
    let options = try ReadOptions(options).checked()
    try self.init(
      try ImageFile(data, try options.codecLimits(), subsampling: options.subsampling), url: nil, options: options)
  }

  private convenience init(_ file: ImageFile, url: URL?, options: ReadOptions) throws(RenderError) {
    if let auxiliary = options.auxiliary { throw ReadOptions.noAuxiliary(auxiliary) }
    let given = options.space(else: file.colorSpace)
    let space = file.colorSpace.model == .grey ? given : given?.withColors
    let own = file.isFloat ? 0 : statedHeadroom(of: space)
    let source = file.source(as: space)
    if options.decodesNow { _ = try source.pixels() }
    self.init(
      .source(source), in: space, options, headroom: own, properties: file.properties, origin: Facts(url: url))
  }
}
