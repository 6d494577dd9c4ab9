// Options of several subcommands.

extension Option {
  /// Options for the engine, its memory and the time limit.
  package static let computing: [Option] = [
    Option(
      "--backend", oneOf: ["processor", "vulkan", "reference"],
      "rendering engine; default: a GPU if there is one, else the processor"),
    Option("--device", "N|NAME", "device, by its number in `citool devices` or by a part of its name"),
    Option(
      "--memory", "BYTES",
      "memory limit of a render, for example 256MiB; three sixteenths of it are reserved for files and the driver; "
        + "larger renders are split into tiles"),
    timeout,
  ]

  /// The option for the time limit.
  package static let timeout = Option(
    "--timeout", "SECONDS", "stops the tool after this time, with exit status 124 and no partial file")

  /// Options for the limits of image files.
  package static let limits: [Option] = [
    Option(
      "--root", "DIR", "folder that images may be read from, with all links resolved; recipes cannot leave it",
      .folders),
    Option("--limit-side", "N", "maximum pixels along a side of an image that is read; default 1000000"),
    Option("--limit-pixels", "N", "maximum pixels of an image; default 1e11"),
    Option("--limit-bytes", "BYTES", "maximum bytes of a decoded image; default 1 TiB"),
    Option(
      "--limit-whole", "BYTES",
      "maximum bytes of an image that cannot be decoded in rows, such as interlaced PNG and WebP; default 8 GiB"),
    Option("--limit-growth", "N", "maximum decoded bytes for each byte of a file, beyond 256 MiB; default 4200"),
  ]

  /// Options for filters and kernels.
  package static let chain: [Option] = [
    Option("-f", "FILTER [key=value]…", "a filter and its values; may be repeated", .filters, isPositional: true),
    Option(
      "--kernel", "FILE[:NAME] [key=value]…", "a custom kernel and its values; see citool kernel", .files,
      isPositional: true),
    Option("--roi", "PIXELS", "pixels around each pixel that kernels read; default: whole images"),
  ]

  /// Options for the decoding of images.
  package static let reading: [Option] = [
    Option(
      "--subsample", oneOf: ["1", "2", "4", "8"],
      "decodes JPEG images with sides divided by this: fast, but averages encoded, not linear, values; default 1")
  ]

  /// Options for the result.
  package static let result: [Option] = [
    Option("-o", "OUT", "output file, its format by the extension; - for standard output", .files),
    Option(
      "--type", "KIND",
      "file format, independent of the extension: png, tiff, webp, jpeg, exr, heic or avif; default on standard output "
        + "png",
      .words(Output.FileKind.allCases.map(\.rawValue))),
    Option("--rect", "X,Y,W,H", "region that is rendered, y upwards; default: the extent"),
    Option(
      "--format", oneOf: ["rgba8", "rgba16", "rgbah", "rgbaf"],
      "component format of the result; TIFF stores it, PNG 8 or 16 bits, JPEG and WebP 8; default rgba8"),
    Option("--color-space", "NAME", "colour space of the result, for example displayP3; default sRGB"),
    Option("--quality", "0...1", "quality of JPEG and WebP; default 0.9; 1 is lossless WebP"),
    Option(
      "--compression", "0...9",
      "compression level of PNG, always lossless: 0 none, 1 fast, 9 smallest and some fifty times as slow; default 1"),
    Option("--stats", "FILE.json", "writes statistics of the render", .files),
  ]
}
