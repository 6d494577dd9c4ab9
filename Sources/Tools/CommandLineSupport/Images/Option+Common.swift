// The options that several subcommands have.

extension Option {
  /// What computes, in which memory, for how long.
  package static let computing: [Option] = [
    Option(
      "--backend", oneOf: ["processor", "vulkan", "reference"],
      "what computes; by itself a GPU where there is one, else the processor"),
    Option("--device", "N|NAME", "a device by its number in `citool devices` or by a part of its name"),
    Option(
      "--memory", "BYTES",
      "memory that a render may take, for example 256MiB; three sixteenths of it are for files and the driver, and "
        + "larger renders are made in parts"),
    timeout,
  ]

  package static let timeout = Option(
    "--timeout", "SECONDS", "ends the tool after that time, with exit status 124 and no file half-written")

  /// What image files are held to.
  package static let limits: [Option] = [
    Option(
      "--root", "DIR", "the folder that images may come from, behind all links; recipes cannot leave it", .folders),
    Option("--limit-side", "N", "pixels along a side of an image that is read; 1000000 by itself"),
    Option("--limit-pixels", "N", "pixels of an image; 1e11 by itself"),
    Option("--limit-bytes", "BYTES", "bytes of a decoded image; 1 TiB by itself"),
    Option(
      "--limit-whole", "BYTES",
      "bytes of an image that cannot be read in rows, such as interlaced PNG and WebP; 8 GiB by itself"),
    Option("--limit-growth", "N", "decoded bytes for each byte of a file, beyond 256 MiB; 4200 by itself"),
  ]

  /// What an image goes through.
  package static let chain: [Option] = [
    Option("-f", "FILTER [key=value]…", "a filter and its values; as many as wanted", .filters, keepsPlace: true),
    Option(
      "--kernel", "FILE[:NAME] [key=value]…", "a kernel of your own and its values; see citool kernel", .files,
      keepsPlace: true),
    Option("--roi", "PIXELS", "how far around a pixel kernels read; all of their images by itself"),
  ]

  /// How images are read.
  package static let reading: [Option] = [
    Option(
      "--subsample", oneOf: ["1", "2", "4", "8"],
      "decodes JPEG images to that part of their sides: fast, but means of coded values; 1 by itself")
  ]

  /// What the result is.
  package static let result: [Option] = [
    Option("-o", "OUT", "where the result goes, its kind by the extension; - for standard output", .files),
    Option(
      "--type", "KIND", "whatever the extension: png, tiff, webp, jpeg, exr, heic or avif; png on standard output",
      .words(Output.FileKind.allCases.map(\.rawValue))),
    Option("--rect", "X,Y,W,H", "the part that is rendered, y upwards; the extent by itself"),
    Option(
      "--format", oneOf: ["rgba8", "rgba16", "rgbah", "rgbaf"],
      "components of the result; TIFF stores them, PNG 8 or 16 bits, JPEG and WebP 8; rgba8 by itself"),
    Option("--color-space", "NAME", "of the result, for example displayP3; sRGB by itself"),
    Option("--quality", "0...1", "of JPEG and WebP; 0.9 by itself; 1 is lossless WebP"),
    Option(
      "--compression", "0...9",
      "of PNG, which keeps every pixel anyway: 0 none, 1 fast, 9 the smallest and some fifty times as long; 1 by itself"
    ),
    Option("--stats", "FILE.json", "what the render took", .files),
  ]
}
