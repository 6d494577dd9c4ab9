import AVFoundation
import CommandLineSupport
import CoreImage
import Foundation

/// What a command line of `citool video` asks.
struct VideoJob {
  /// Where the result goes.
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
  /// Of the result; nil: the times of the input.
  private let rate: RateText?

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    let images = try ImageInput(arguments)
    let chain = try FilterChain(arguments.words, images, rect: arguments.rect(), reach: arguments.reach())
    guard let path = try chain.singleInput() else { throw CommandFailure.usage("IN is missing: a video, or DIR/%05d.png") }
    let said = try arguments["--fps"].flatMap { $0 == "source" ? nil : try RateText($0, of: "--fps") }
    target = try Self.target(arguments, from: path)
    input = try VideoInput(path, images, rate: said)
    // What numbered images were given is what they have.
    if case .images = input { rate = nil } else { rate = said }
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
        throw CommandFailure.usage("-o and --frames both say where the result goes; give one of them")
      }
      return .images(try FrameNames(pattern, of: "--frames"))
    }
    let place = try arguments.required("-o", "OUT")
    if place == "-" { return .pipe(try pipe(arguments)) }
    guard arguments["--format"] == nil else {
      throw CommandFailure.usage("--format is for -o -; files are of the kind that their extension says")
    }
    if let names = FrameNames(place) { return .images(names) }
    let url = URL(fileURLWithPath: place)
    let types: [String: AVFileType] = ["mp4": .mp4, "mov": .mov, "m4v": .m4v, "mkv": .mkv, "webm": .webm]
    guard let type = types[url.pathExtension.lowercased()] else {
      throw CommandFailure.usage(
        "\(url.lastPathComponent): videos are written as .mp4, .mov, .m4v, .mkv or .webm, images as DIR/%05d.png")
    }
    guard url.resolvingSymlinksInPath() != URL(fileURLWithPath: input).resolvingSymlinksInPath() else {
      throw CommandFailure.usage("\(url.lastPathComponent) would replace its own input; choose another name")
    }
    return .video(url, type)
  }

  /// What goes to standard output, which has to be open for that.
  private static func pipe(_ arguments: Arguments) throws -> AVFileType {
    let types: [String: AVFileType] = ["nut": .nut, "y4m": .y4m]
    let format = arguments["--format"] ?? "nut"
    guard let type = types[format] else { throw CommandFailure.usage("--format is nut or y4m, not \(format)") }
    guard isatty(1) == 0 else { throw CommandFailure.usage("-o - writes a video; send it to a file or a program") }
    // A number that was closed belongs to another file by now. Where nobody could be told of an error, nothing begins.
    guard fcntl(2, F_GETFD) != -1, case let flags = fcntl(1, F_GETFL), flags != -1, flags & O_ACCMODE != O_RDONLY else {
      throw CommandFailure.usage("-o - writes a video, and standard output or standard error is closed; send them somewhere")
    }
    return type
  }

  private static func range(_ arguments: Arguments, _ input: VideoInput, _ asset: AVAsset) throws -> CMTimeRange {
    let start = try arguments["--start"].map { try input.time(try TimeText($0, of: "--start")) } ?? .zero
    let end =
      try arguments["--end"].map { try input.time(try TimeText($0, of: "--end"), orEnd: true) } ?? .positiveInfinity
    guard start < end else {
      throw CommandFailure.usage("--end, \(end.seconds) s, is not behind --start, \(start.seconds) s")
    }
    // A frame that is there may lie behind what the header says.
    let duration = arguments["--start"]?.hasPrefix("#") == true ? .invalid : try asset.mediaFacts().duration
    if duration.isNumeric, start >= duration {
      throw CommandFailure.usage("--start is at \(start.seconds) s, and the video ends at \(duration.seconds) s")
    }
    return CMTimeRange(start: start, duration: end.isNumeric ? end - start : .positiveInfinity)
  }

  func run() throws {
    switch target {
    case .video(let url, let type): try video(url, type)
    case .pipe(let type): try video(URL(fileURLWithPath: "/dev/stdout"), type)
    case .images(let names): try images(names)
    }
  }

  private var duration: CMTime { min(range.end, input.asset.duration) - range.start }

  /// As far as that is known.
  private var frameCount: Int? {
    let own = input.asset.tracks(withMediaType: .video).first?.minFrameDuration ?? .invalid
    let step = rate.map { CMTime(value: Int64($0.denominator), timescale: $0.numerator) } ?? own
    guard duration.isNumeric, step.isNumeric, step > .zero else { return nil }
    return max(1, Int((duration.seconds / step.seconds).rounded()))
  }

  private func video(_ url: URL, _ type: AVFileType) throws {
    let isForced = arguments.has("--force")
    let isPipe = if case .pipe = target { true } else { false }
    if !isPipe, !isForced, FileManager.default.fileExists(atPath: url.path) {
      throw CommandFailure.failed("\(url.lastPathComponent) is there already; --force puts the result in its place")
    }
    let isCopy = arguments["--codec"] == "copy"
    if isCopy { try checkCopy() }
    let session = AVAssetExportSession(
      asset: input.asset, presetName: isCopy ? AVAssetExportPresetPassthrough : AVAssetExportPresetHighestQuality)!
    session.encoding = try encoding(descriptor: isPipe ? 1 : nil)
    session.timeRange = range
    let context = try composing(session)
    if !isPipe { try makeFolder(url.deletingLastPathComponent()) }
    let start = ContinuousClock.now
    var progress = VideoProgress(frames: frameCount, seconds: duration.seconds)
    try session.finish(url, as: type) { progress.show($0.framesOut) }
    progress.end()
    let wall = (ContinuousClock.now - start) / .milliseconds(1)
    try VideoReport(session.statistics, wall: wall).write(arguments, context)
  }

  /// Images that are passed on stay as they are.
  private func checkCopy() throws {
    let options = ["--size", "--fps", "--quality", "--bitrate", "--preset", "--pixel-format", "--color", "--tone-map"]
    let other = options.first { arguments[$0] != nil || arguments.has($0) }
    if let other = other ?? (filter.isEmpty ? nil : "a filter") {
      throw CommandFailure.usage(
        "--codec copy passes images on as they are; \(other) changes them: leave out one of the two")
    }
    if case .images = input { throw CommandFailure.usage("--codec copy is for videos; numbered images have to be encoded") }
  }

  /// Gives the session its composition, where frames are not passed on as they are.
  ///
  /// - Returns: what renders.
  private func composing(_ session: AVAssetExportSession) throws -> CIContext? {
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
    guard let text = arguments["--audio"] else { return arguments.has("--no-audio") ? .none : .kept }
    if arguments.has("--no-audio") { throw CommandFailure.usage("--audio and --no-audio contradict each other; give one") }
    guard ["copy", "aac", "opus", "flac", "pcm"].contains(text) else {
      throw CommandFailure.usage("--audio is copy, aac, opus, flac or pcm, not \(text)")
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
        throw CommandFailure.usage("--quality and --bitrate say the same in two ways; give one of them")
      }
      guard let quality = Double(text), quality.isFinite else {
        throw CommandFailure.usage("--quality takes a number, lower is better, not \(text)")
      }
      encoding.quality = quality
    }
    if let text = arguments["--bitrate"] {
      let units: [Character: Double] = ["k": 1e3, "K": 1e3, "M": 1e6]
      let unit = text.last.flatMap { units[$0] }
      guard let number = Double(unit == nil ? text : String(text.dropLast())),
        case let bits = number * (unit ?? 1), (1000...2e9).contains(bits)
      else { throw CommandFailure.usage("--bitrate takes 1000 to 2000M bits a second, as 800k or 4M, not \(text)") }
      encoding.bitRate = Int(bits)
    }
    (encoding.pixelFormat, encoding.toneMaps) = (arguments["--pixel-format"], arguments.has("--tone-map"))
    encoding.color = try arguments["--color"].map { text in
      guard let color = ExportColorSettings(rawValue: text) else {
        throw CommandFailure.usage("--color is bt709, hlg, pq or source, not \(text)")
      }
      return color
    }
    encoding.threads = try arguments.threads()
    return encoding
  }

  private func images(_ names: FrameNames) throws {
    if !arguments.has("--force"), FileManager.default.fileExists(atPath: names[0]) {
      throw CommandFailure.failed("\(names[0]) is there already; --force puts images in the places of those that are there")
    }
    for option in [
      "--codec", "--quality", "--bitrate", "--preset", "--threads", "--pixel-format", "--color", "--tone-map",
    ] where arguments[option] != nil || arguments.has(option) {
      throw CommandFailure.usage("\(option) is for videos; images are written without")
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
      throw CommandFailure.usage("--threads takes 1 to 256, not \(text)")
    }
    return threads
  }

  /// What of them is meant for images that are written.
  fileprivate func forImages() throws -> Arguments {
    let words = ["--backend", "--device", "--memory", "--stats"].flatMap { name in self[name].map { [name, $0] } ?? [] }
    return try Arguments(words, Option.result + Option.computing)
  }
}

extension AVAsset {
  /// The size of frames as they are shown, in square pixels.
  fileprivate func shownSize() throws -> CGSize {
    let streams = try mediaFacts().streams.filter { $0.kind == "video" }
    guard let images = (streams.first { $0.isEnabled } ?? streams.first)?.images else {
      let name = (self as? AVURLAsset)?.url.lastPathComponent ?? "IN"
      throw CommandFailure.failed("\(name): there are no moving images in it")
    }
    return images.shownSize
  }
}

extension AVAssetExportSession {
  /// Exports and waits, telling how far it is ten times a second. Ends early when the tool is ended.
  fileprivate func finish(_ url: URL, as type: AVFileType, progress: (ExportStatistics) -> Void) throws {
    (outputURL, outputFileType) = (url, type)
    let ended = DispatchSemaphore(value: 0)
    // It has no result for long once it is cancelled: within the work on one frame.
    Ending.cancelling {
      self.cancelExport()
      _ = ended.wait(timeout: .now() + 10)
    }
    exportAsynchronously {
      // For both who may wait.
      ended.signal()
      ended.signal()
    }
    while ended.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if Terminal.isWatched { progress(statistics) }
    }
    if let error {
      Ending.waitIfBegun()
      throw error
    }
  }
}
