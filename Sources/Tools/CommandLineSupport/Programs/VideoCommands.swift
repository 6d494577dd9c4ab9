extension Subcommand {
  /// The program for videos: it alone has FFmpeg behind it, so that citool starts without.
  static let videoProgram = "citool-video"

  /// The same, done by this.
  package func running(_ run: @escaping @Sendable (_ arguments: Arguments) throws -> Void) -> Subcommand {
    Subcommand(
      name: name, summary: summary, usage: usage, details: details, options: options, words: words, program: program,
      run: run)
  }

  /// What happens in a program that does not have it.
  static func missing(_ name: String) -> @Sendable (Arguments) throws -> Void {
    { _ in throw CommandFailure.failed("\(name) is done by \(videoProgram)") }
  }

  package static let video = Subcommand(
    name: "video", summary: "filters on videos",
    usage: "IN -o OUT [-f FILTER [key=value]…]… [--recipe RECIPE.json] [OPTIONS]",
    details: """
      IN is a video, or DIR/%05d.png with --fps: numbered images from 0 on (or 1, to 4). OUT is .mp4, .mov, .m4v, .mkv
      or .webm by its extension, or numbered images, DIR/%05d.png. - is standard input, a video that can be read from
      its start to its end such as nut and y4m, and standard output, where --format says the kind. Filters and kernels
      are written as for citool apply, and work on each frame; --recipe does in their place, with {"frame": true} for
      the frame. The frame's size is the result's unless --rect or --size says otherwise; where an image has no pixels
      there, it is black.

      T is seconds (1.5), H:MM:SS.fff, or a frame of IN by its number, #120, from #0 on. --end is the first moment that
      is not written. The output's times are those of IN, and begin at 0. Sound is passed on as it is where OUT takes
      it. Pixels of the output are square and upright, sides of videos are even, colours are those of IN.

      OUT appears when it is whole. Ctrl-C takes away what is there of it, and ends with status 130.

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
      Option("-o", "OUT", "where the result goes, its kind by the extension", .files),
      Option(
        "--format", oneOf: ["nut", "y4m"],
        "what standard output gets: images that are not coded with their times and sound, or at a rate; nut by itself"
      ),
      Option("--frames", "DIR/%05d.png", "the same as -o for numbered images", .files),
    ] + Option.chain + [
      Option("--recipe", "RECIPE.json", "a recipe in place of filters; see citool render", .files),
      Option("--start", "T", "the first moment that is written; the beginning by itself"),
      Option("--end", "T", "the moment before which it ends; the end by itself"),
      Option(
        "--fps", "N|NUM/DEN|source",
        "frames a second of the result, each the one that IN shows then; by itself the times of IN, even or not"),
      Option("--rect", "X,Y,W,H", "the part of each result that is written, y upwards; the frame by itself"),
      Option(
        "--size", "WxH|Wx|xH|P%", "what that is scaled to: both sides, one side, or a part; as it is by itself"),
      Option(
        "--codec", "NAME",
        "h264, hevc, av1, vp9, prores, ffv1, or the name of one of FFmpeg's encoders; h264 by itself, vp9 in .webm; "
          + "copy: "
          + "images as they are, without filters",
        .words(["h264", "hevc", "av1", "vp9", "prores", "ffv1", "copy"])),
      Option(
        "--quality", "CRF",
        "lower is better and larger: 0 to 51 of h264 (20 by itself) and hevc (20), 0 to 63 of av1 (30) and vp9 (31)"),
      Option("--bitrate", "BITS", "bits a second in place of a quality, for example 4M or 800k"),
      Option(
        "--preset", "NAME",
        "how hard the encoder tries, in its own words: fast, slow, or a number; of prores proxy, lt, standard, hq, 4444"
      ),
      Option(
        "--pixel-format", "NAME",
        "what the encoder is given: yuv420p, yuv422p or yuv444p, each in 10 bits with 10le behind it, as far as it "
          + "takes them; by itself 4:2:0 in the bits of IN, and of ffv1 what IN has",
        .words(["yuv420p", "nv12", "yuv422p", "yuv444p", "yuv420p10le", "yuv422p10le", "yuv444p10le"])),
      Option(
        "--color", oneOf: ["bt709", "hlg", "pq", "source"],
        "what the codes of OUT mean: BT.709, or BT.2020 with HLG or PQ, which need 10 bits; by itself what those of IN "
          + "mean, of images BT.709. source keeps the curve of images, too"),
      Option(
        "--tone-map",
        "rolls highlights of PQ and HLG off to white, before the filters; what was rolled off is written as BT.709"),
      Option(
        "--audio", oneOf: ["copy", "aac", "opus", "flac", "pcm"],
        "what becomes of sound; by itself it is passed on, or encoded where OUT does not take it: aac, opus in .webm"),
      Option("--no-audio", "leaves sound out"),
      Option("--threads", "N", "threads of the decoder and of the encoder; as many as there are cores by itself"),
      Option("--force", "puts the result in the place of a file that is there"),
      Option("--stats", "FILE.json", "what it took", .files),
    ] + Option.computing + Option.limits, words: .files, program: videoProgram, run: missing("video"))

  package static let probe = Subcommand(
    name: "probe", summary: "what is in a video: container, streams, times, sizes, colours", usage: "IN [--json]",
    details: """
      A line for the file and one for each stream: images with their size, rate, colours and, where the video has any,
      HDR metadata; sound with its rate and channels. What a file does not say is left out.

      examples
        citool probe in.mp4
        citool probe in.mkv --json
      """,
    options: [Option("--json", "the same as JSON, with exact fractions for times and rates"), .timeout], words: .files,
    program: videoProgram, run: missing("probe"))
}
