extension Subcommand {
  /// The program for videos. Only it uses FFmpeg, so that citool starts without FFmpeg.
  static let videoProgram = "citool-video"

  /// Returns this subcommand with another implementation.
  package func running(_ run: @escaping @Sendable (_ arguments: Arguments) throws -> Void) -> Subcommand {
    Subcommand(
      name: name, summary: summary, usage: usage, details: details, options: options, words: words, program: program,
      runHere: runHere, run: run)
  }

  /// Returns an implementation that fails, for a program that does not have this subcommand.
  static func missing(_ name: String) -> @Sendable (Arguments) throws -> Void {
    { _ in throw CommandFailure.failed("the subcommand \(name) belongs to the program \(videoProgram)") }
  }

  package static let video = Subcommand(
    name: "video", summary: "applies filters to videos",
    usage: "IN -o OUT [-f FILTER [key=value]…]… [--recipe RECIPE.json] [OPTIONS]",
    details: """
      IN is a video, or DIR/%05d.png with --fps: numbered images, from 0 to 4 or from the lowest number on. OUT is a
      video with the extension .mp4, .mov, .m4v, .mkv or .webm, or numbered images, DIR/%05d.png. - is standard input or
      output. Standard input must be a format that is read from start to end, such as nut and y4m. --format sets the
      format of standard output. Filters and kernels, written as for citool apply, are applied to each frame. --recipe
      replaces them; its {"frame": true} is the frame. The result has the size of the frame unless --rect or --size is
      passed. Where an image has no pixels, the result is black.

      T is seconds (1.5), H:MM:SS.fff, or a frame number of IN (#120, from #0). --end is exclusive. The output has the
      times of IN, shifted to begin at 0. Sound is copied if OUT supports its codec. Output pixels are square and
      upright, and the sides of videos are even. Colours are those of IN.

      OUT appears when it is complete. Ctrl-C removes the partial file; the exit status is then 130.

      \(recipesOverTime)

      examples
        citool video in.mp4 -o out.mp4 -f CISepiaTone intensity=0.8
        citool video in.mov -o part.mp4 --start 0:10 --end 0:20 --size 1280x --quality 23
        citool video in.mp4 -o out.mp4 --recipe blur-in.json
        citool video in.mp4 -o 'frames/%05d.png' --start '#100' --end '#200'
        citool video 'frames/%05d.png' --fps 24 -o out.mp4 --codec hevc
        ffmpeg -i in.avi -f nut - | citool video - -o - -f CISepiaTone | ffmpeg -i - out.mov
      """,
    options: [
      Option("-o", "OUT", "output file, its format by the extension", .files),
      Option(
        "--format", oneOf: ["nut", "y4m"],
        "format of standard output: nut, raw frames with times and sound, or y4m, raw frames at a constant rate; "
          + "default nut"),
      Option("--frames", "DIR/%05d.png", "numbered images as output, like -o", .files),
    ] + Option.chain + [
      Option("--recipe", "RECIPE.json", "a recipe in place of filters; see citool render", .files),
      Option("--start", "T", "start of the range; default: the start of IN"),
      Option("--end", "T", "end of the range, exclusive; default: the end of IN"),
      Option(
        "--fps", "N|NUM/DEN|source",
        "frames per second of the result, each the frame that IN shows at that time; source, the default, keeps the "
          + "times of IN, at a constant or variable rate"),
      Option("--rect", "X,Y,W,H", "region of each result, y upwards; default: the frame"),
      Option(
        "--size", "WxH|Wx|xH|P%",
        "size that the region is scaled to: both sides, one side, or a percentage; default: not scaled"),
      Option(
        "--codec", "NAME",
        "h264, hevc, av1, vp9, prores, ffv1, or the name of an FFmpeg encoder; default h264, in .webm vp9; copy: "
          + "copies the encoded frames, without filters",
        .words(["h264", "hevc", "av1", "vp9", "prores", "ffv1", "copy"])),
      Option(
        "--quality", "CRF",
        "lower is better and larger: 0 to 51 for h264 (default 20) and hevc (20), 0 to 63 for av1 (30) and vp9 (31)"),
      Option("--bitrate", "BITS", "bits per second in place of a quality, for example 4M or 800k"),
      Option(
        "--preset", "NAME",
        "preset of the encoder: fast, slow, or a number; for prores proxy, lt, standard, hq, 4444"),
      Option(
        "--pixel-format", "NAME",
        "pixel format of the encoded frames, if the encoder supports it: yuv420p, yuv422p or yuv444p, with the suffix "
          + "10le for 10 bits; default: 4:2:0 in the bit depth of IN, for ffv1 the format of IN",
        .words(["yuv420p", "nv12", "yuv422p", "yuv444p", "yuv420p10le", "yuv422p10le", "yuv444p10le"])),
      Option(
        "--color", oneOf: ["bt709", "hlg", "pq", "source"],
        "colours of OUT: BT.709, or BT.2020 with HLG or PQ, which need 10 bits; default: those of IN, for images "
          + "BT.709. source keeps the transfer function of images, too"),
      Option(
        "--tone-map",
        "rolls off highlights of PQ and HLG to white before the filters; tone-mapped video is written as BT.709"),
      Option(
        "--audio", oneOf: ["copy", "aac", "opus", "flac", "pcm"],
        "codec of the sound; default: copied, or encoded if OUT does not support the codec: aac, in .webm opus"),
      Option("--no-audio", "omits sound"),
      Option("--threads", "N", "threads of the decoder and of the encoder; default: the number of cores"),
      Option("--force", "replaces an existing file"),
      Option("--stats", "FILE.json", "writes statistics of the export", .files),
    ] + Option.computing + Option.limits, words: .files, program: videoProgram, run: missing("video"))

  package static let probe = Subcommand(
    name: "probe", summary: "describes a video or an image: format, streams, times, sizes, colours",
    usage: "IN [--json]",
    details: """
      For a video, prints a line for the file and one for each stream: video with its size, rate, colours and HDR
      metadata, if any; sound with its rate and channels. Properties that the file does not specify are omitted. For an
      image, prints its format, size, bits, channels, colour space, orientation and resolution, and the kinds of
      metadata.

      examples
        citool probe in.mp4
        citool probe photo.jpg
        citool probe in.mkv --json
      """,
    options: [Option("--json", "prints JSON, with exact fractions for times and rates"), .timeout], words: .files,
    program: videoProgram, runHere: printImage, run: missing("probe"))
}
