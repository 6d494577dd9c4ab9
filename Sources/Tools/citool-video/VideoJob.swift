import AVFoundation
import CommandLineSupport
import CoreImage
import Foundation

/// A run of `citool video`.
struct VideoJob {
  /// The destination of the result.
  private enum Target {
    case video(URL, AVFileType)
    case pipe(AVFileType)
    case images(FrameNames)
  }

  private let arguments: Arguments
  private let input: VideoInput
  private let target: Target
  private let filter: FrameFilter
  private let size: (width: Int, height: Int)?
  private let range: CMTimeRange
  /// The frame rate of the result. Nil: the times of the input.
  private let rate: RateText?

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    let images = try ImageInput(arguments)
    let chain = try FilterChain(arguments.words, images, rect: arguments.rect(), halo: arguments.halo())
    guard let path = try chain.singleInput() else {
      throw CommandFailure.usage("IN is missing: a video, or DIR/%05d.png")
    }
    let requestedRate = try arguments["--fps"].flatMap { $0 == "source" ? nil : try RateText($0, of: "--fps") }
    target = try Self.target(arguments, from: path)
    input = try VideoInput(path, images, rate: requestedRate)
    // For numbered images, --fps is the rate of the input, so that the frames need no conversion.
    if case .images = input { rate = nil } else { rate = requestedRate }
    let asset = input.asset
    let shown = try asset.shownSize()
    filter = try FrameFilter(arguments, chain, images, size: shown)
    let isVideo = if case .images = target { false } else { true }
    let rect = filter.rect
    size = try arguments["--size"].map { try VideoSize($0).sides(of: rect.size, isEven: isVideo) }
    range = try Self.range(arguments, input, asset)
  }

  private static func target(_ arguments: Arguments, from input: String) throws -> Target {
    if let pattern = arguments["--frames"] {
      if arguments["-o"] != nil {
        throw CommandFailure.usage("-o and --frames both set the output; pass only one")
      }
      return .images(try FrameNames(pattern, of: "--frames"))
    }
    let path = try arguments.required("-o", "OUT")
    if path == "-" { return .pipe(try pipe(arguments)) }
    guard arguments["--format"] == nil else {
      throw CommandFailure.usage("--format is for -o -; the extension determines the format of a file")
    }
    if let names = FrameNames(path) { return .images(names) }
    let url = URL(fileURLWithPath: path)
    let types: [String: AVFileType] = ["mp4": .mp4, "mov": .mov, "m4v": .m4v, "mkv": .mkv, "webm": .webm]
    guard let type = types[url.pathExtension.lowercased()] else {
      throw CommandFailure.usage(
        "\(url.lastPathComponent): unknown extension; videos are written as .mp4, .mov, .m4v, .mkv or .webm, images as "
          + "DIR/%05d.png")
    }
    guard url.resolvingSymlinksInPath() != URL(fileURLWithPath: input).resolvingSymlinksInPath() else {
      throw CommandFailure.usage("\(url.lastPathComponent) would replace its own input; choose another name")
    }
    return .video(url, type)
  }

  /// Returns the format of standard output, and checks that standard output is writable.
  private static func pipe(_ arguments: Arguments) throws -> AVFileType {
    let types: [String: AVFileType] = ["nut": .nut, "y4m": .y4m]
    let format = arguments["--format"] ?? "nut"
    guard let type = types[format] else { throw CommandFailure.usage("--format must be nut or y4m (got \(format))") }
    guard isatty(1) == 0 else { throw CommandFailure.usage("-o - writes a video; redirect it to a file or a pipe") }
    // If standard output was closed, the system has reused its descriptor for another file. Without standard error,
    // errors could not be reported.
    guard fcntl(2, F_GETFD) != -1, case let flags = fcntl(1, F_GETFL), flags != -1, flags & O_ACCMODE != O_RDONLY else {
      throw CommandFailure.usage("-o - writes a video, but standard output or standard error is closed; redirect them")
    }
    return type
  }

  private static func range(_ arguments: Arguments, _ input: VideoInput, _ asset: AVAsset) throws -> CMTimeRange {
    let start = try arguments["--start"].map { try input.time(try TimeText($0, of: "--start")) } ?? .zero
    let end =
      try arguments["--end"].map { try input.time(try TimeText($0, of: "--end"), orEnd: true) } ?? .positiveInfinity
    guard start < end else {
      throw CommandFailure.usage("--end must be after --start (got \(end.seconds) s and \(start.seconds) s)")
    }
    // A frame may be later than the duration in the header.
    let duration = arguments["--start"]?.hasPrefix("#") == true ? .invalid : try asset.mediaFacts().duration
    if duration.isNumeric, start >= duration {
      throw CommandFailure.usage(
        "--start must be before the end of the video at \(duration.seconds) s (got \(start.seconds) s)")
    }
    return CMTimeRange(start: start, duration: end.isNumeric ? end - start : .positiveInfinity)
  }

  /// Writes the result.
  func run() throws {
    switch target {
    case .video(let url, let type): try video(url, type)
    case .pipe(let type): try video(URL(fileURLWithPath: "/dev/stdout"), type)
    case .images(let names): try images(names)
    }
  }

  private var duration: CMTime { min(range.end, input.asset.duration) - range.start }

  /// An estimate of the number of frames. Nil if it is unknown.
  private var frameCount: Int? {
    let sourceStep = input.asset.tracks(withMediaType: .video).first?.minFrameDuration ?? .invalid
    let step = rate.map { CMTime(value: Int64($0.denominator), timescale: $0.numerator) } ?? sourceStep
    guard duration.isNumeric, step.isNumeric, step > .zero else { return nil }
    return max(1, Int((duration.seconds / step.seconds).rounded()))
  }

  private func video(_ url: URL, _ type: AVFileType) throws {
    let isForced = arguments.has("--force")
    let isPipe = if case .pipe = target { true } else { false }
    if !isPipe, !isForced, FileManager.default.fileExists(atPath: url.path) {
      throw CommandFailure.failed("\(url.lastPathComponent) exists; pass --force to replace it")
    }
    let isCopy = arguments["--codec"] == "copy"
    if isCopy { try checkCopy() }
    let session = AVAssetExportSession(
      asset: input.asset, presetName: isCopy ? AVAssetExportPresetPassthrough : AVAssetExportPresetHighestQuality)!
    session.encoding = try encoding(descriptor: isPipe ? 1 : nil)
    session.timeRange = range
    let context = try setComposition(of: session)
    if !isPipe { try createFolder(url.deletingLastPathComponent()) }
    let start = ContinuousClock.now
    var progress = VideoProgress(frames: frameCount, seconds: duration.seconds)
    try session.finish(url, as: type) { progress.show($0.framesOut) }
    progress.end()
    let wall = (ContinuousClock.now - start) / .milliseconds(1)
    try VideoReport(session.statistics, wall: wall).write(arguments, context)
  }

  /// Checks that no option changes the frames, which `--codec copy` copies in encoded form.
  private func checkCopy() throws {
    let options = ["--size", "--fps", "--quality", "--bitrate", "--preset", "--pixel-format", "--color", "--tone-map"]
    let other = options.first { arguments[$0] != nil || arguments.has($0) }
    if let other = other ?? (filter.isEmpty ? nil : "a filter") {
      throw CommandFailure.usage(
        "--codec copy copies the encoded frames, but \(other) changes them; pass only one of the two")
    }
    if case .images = input {
      throw CommandFailure.usage("--codec copy is for videos; numbered images must be encoded")
    }
  }

  /// Sets the composition of the session, unless the frames stay unchanged.
  ///
  /// - Returns: the context of the composition, if any.
  private func setComposition(of session: AVAssetExportSession) throws -> CIContext? {
    if filter.isEmpty, size == nil, rate == nil { return nil }
    var options = try arguments.contextOptions()
    options[.cacheIntermediates] = false
    let context = try CIContext(checked: options)
    let (filter, start) = (filter, range.start)
    let composition = AVMutableVideoComposition(asset: input.asset) { request in
      do {
        let seconds = (request.compositionTime - start).seconds
        request.finish(with: try filter.image(of: request.sourceImage, at: seconds), context: context)
      } catch {
        request.finish(with: CommandFailure(error).at("frame at \(request.compositionTime.seconds) s"))
      }
    }
    composition.renderSize = filter.rect.size
    if let rate { composition.frameDuration = CMTime(value: Int64(rate.denominator), timescale: rate.numerator) }
    session.videoComposition = composition
    return context
  }

  private func sound() throws -> SoundHandling {
    guard let text = arguments["--audio"] else { return arguments.has("--no-audio") ? .none : .automatic }
    if arguments.has("--no-audio") {
      throw CommandFailure.usage("--audio and --no-audio exclude each other; pass only one")
    }
    guard ["copy", "aac", "opus", "flac", "pcm"].contains(text) else {
      throw CommandFailure.usage("--audio must be copy, aac, opus, flac or pcm (got \(text))")
    }
    return text == "copy" ? .copied : .encoded(text)
  }

  private func encoding(descriptor: Int32?) throws -> ExportEncoding {
    var encoding = ExportEncoding()
    encoding.descriptor = descriptor
    (encoding.codec, encoding.preset, encoding.size) = (arguments["--codec"], arguments["--preset"], size)
    (encoding.sound, encoding.replacesFile) = (try sound(), arguments.has("--force"))
    if let text = arguments["--quality"] {
      guard arguments["--bitrate"] == nil else {
        throw CommandFailure.usage("--quality and --bitrate exclude each other; pass only one")
      }
      guard let quality = Double(text), quality.isFinite else {
        throw CommandFailure.usage("--quality must be a number; lower is better (got \(text))")
      }
      encoding.quality = quality
    }
    if let text = arguments["--bitrate"] {
      let units: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6]
      let unit = text.last.flatMap { units[$0] }
      guard let number = Double(unit == nil ? text : String(text.dropLast())),
        case let bits = number * (unit ?? 1), (1000...2e9).contains(bits)
      else {
        throw CommandFailure.usage("--bitrate must be 1000 to 2000M bits per second, such as 800k or 4M (got \(text))")
      }
      encoding.bitRate = Int(bits)
    }
    (encoding.pixelFormat, encoding.toneMaps) = (arguments["--pixel-format"], arguments.has("--tone-map"))
    encoding.color = try arguments["--color"].map { text in
      guard let color = ExportColorSettings(rawValue: text) else {
        throw CommandFailure.usage("--color must be bt709, hlg, pq or source (got \(text))")
      }
      return color
    }
    encoding.threads = try arguments.threads()
    return encoding
  }

  private func images(_ names: FrameNames) throws {
    if !arguments.has("--force"), FileManager.default.fileExists(atPath: names[0]) {
      throw CommandFailure.failed("\(names[0]) exists; pass --force to replace existing images")
    }
    for option in [
      "--codec", "--quality", "--bitrate", "--preset", "--threads", "--pixel-format", "--color", "--tone-map",
    ] where arguments[option] != nil || arguments.has(option) {
      throw CommandFailure.usage("\(option) is for videos, not for numbered images as output")
    }
    let output = try Output(try arguments.forImages())
    let writer = ImageWriting(
      names: names, filter: filter, output: output, size: size, start: range.start,
      step: rate.map { CMTime(value: Int64($0.denominator), timescale: $0.numerator) })
    let statistics = try writer.write(
      input, in: range, VideoProgress(frames: frameCount, seconds: duration.seconds))
    try output.report(statistics)
  }
}

extension Arguments {
  fileprivate func threads() throws -> Int {
    guard let text = self["--threads"] else { return 0 }
    guard let threads = Int(text), (1...256).contains(threads) else {
      throw CommandFailure.usage("--threads must be 1 to 256 (got \(text))")
    }
    return threads
  }

  /// Returns the arguments that apply to image files.
  fileprivate func forImages() throws -> Arguments {
    let words = ["--backend", "--device", "--memory", "--stats"].flatMap { name in self[name].map { [name, $0] } ?? [] }
    return try Arguments(words, Option.result + Option.computing)
  }
}

extension AVAsset {
  /// Returns the display size of the frames, in square pixels.
  fileprivate func shownSize() throws -> CGSize {
    let streams = try mediaFacts().streams.filter { $0.kind == "video" }
    guard let images = (streams.first { $0.isEnabled } ?? streams.first)?.images else {
      let name = (self as? AVURLAsset)?.url.lastPathComponent ?? "IN"
      throw CommandFailure.failed("\(name): no video stream")
    }
    return images.shownSize
  }
}

extension AVAssetExportSession {
  /// Exports, and blocks until the end. Reports the progress ten times per second. Termination of the tool cancels the
  /// export.
  fileprivate func finish(_ url: URL, as type: AVFileType, progress: (ExportStatistics) -> Void) throws {
    (outputURL, outputFileType) = (url, type)
    let finished = DispatchSemaphore(value: 0)
    // A cancelled export ends soon, at the latest after the present frame.
    Termination.setCleanUp {
      self.cancelExport()
      _ = finished.wait(timeout: .now() + 10)
    }
    exportAsynchronously {
      // One signal for the loop below, and one for the cleanup.
      finished.signal()
      finished.signal()
    }
    while finished.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if Terminal.isInteractive { progress(statistics) }
    }
    if let error {
      Termination.waitIfStarted()
      throw error
    }
  }
}
