import CommandLineSupport
import CoreImage
import Foundation

let render = Subcommand(
  name: "render", summary: "renders a recipe file to an image or to numbered images",
  usage: "RECIPE.json|- -o OUT [--at T] [OPTIONS], or --frames DIR/%05d.png --fps N --duration T",
  details: """
    A recipe file is {"recipe": 1, "image": IMAGE, "rect": [x, y, width, height]}. IMAGE is {"file": PATH}, relative to
    the recipe, or {"filter": NAME, "inputs": {KEY: VALUE, …}}. VALUE is a number, true or false, a string, an array of
    numbers (vectors, colours, transforms), "#rrggbb[aa]", {"utf8": TEXT} or {"base64": TEXT} for data, or an IMAGE.
    Without a rect, the extent is rendered; an infinite image needs a rect. The recipe - is standard input; its files
    are relative to the working directory. -o - is standard output.

    \(recipesOverTime)

    --frames writes an image for each frame, numbered from 00000, all of the size of the first.

    example
      {"recipe": 1, "image": {"filter": "CISepiaTone",
                              "inputs": {"inputImage": {"file": "photo.jpg"}, "inputIntensity": 0.8}}}
      citool render growing.json --frames out/%05d.png --fps 25 --duration 4
    """,
  options: Option.result + [
    Option(
      "--at", "T", "time of the frame: seconds, H:MM:SS.fff, or a frame number #N with --fps; default 0"),
    Option("--frames", "DIR/%05d.png", "writes an image for each frame, with its number in its name", .files),
    Option("--fps", "N|NUM/DEN", "frames per second of --frames"),
    Option("--duration", "T", "duration of --frames: seconds, H:MM:SS.fff, or a number of frames #N"),
  ] + Option.reading + Option.computing + Option.limits, words: .files
) { arguments in
  let path = try arguments.single("RECIPE.json")
  let rate = try arguments["--fps"].map { try RateText($0, of: "--fps") }
  let time = try TimeText(arguments["--at"] ?? "0", of: "--at").seconds(at: rate)
  guard let pattern = arguments["--frames"] else {
    if arguments["--duration"] != nil { throw CommandFailure.usage("--duration is for --frames DIR/%05d.png") }
    let recipe = try RecipeFile(path, ImageInput(arguments), at: time)
    let path = try arguments.required("-o", "OUT")
    let rect = try arguments.rect() ?? recipe.rect
    let output = try Output(arguments)
    try output.report(try output.write(recipe.image, rect: rect, to: try output.target(path)))
    return
  }
  let names = try FrameNames(pattern, of: "--frames")
  if arguments["-o"] != nil { throw CommandFailure.usage("-o is for one image, --frames for many; pass only one") }
  guard let rate, let duration = arguments["--duration"] else {
    throw CommandFailure.usage("--frames needs --fps N, the frames per second, and --duration T")
  }
  let count = try TimeText(duration, of: "--duration").frameCount(at: rate)
  guard count > 0 else { throw CommandFailure.usage("--duration must be above 0 (got \(duration))") }
  try renderFrames(
    of: path, count: count, at: { time + Double($0) * Double(rate.denominator) / Double(rate.numerator) }, names,
    arguments)
}

/// Renders an image for each frame, all with the rectangle of the first.
private func renderFrames(
  of path: String, count: Int, at time: (Int) -> Double, _ names: FrameNames, _ arguments: Arguments
) throws {
  let recipe = try RecipeOverTime(path, ImageInput(arguments), frame: nil)
  let output = try Output(arguments)
  let start = ContinuousClock.now
  var (statistics, rect) = (Statistics(), try arguments.rect() ?? recipe.rect)
  var progress = ProgressLine(of: Double(count), unit: "frame")
  defer { progress.end() }
  for number in 0..<count {
    progress.show(Double(number), names[number])
    let image = try recipe.image(at: time(number))
    if rect == nil, !image.extent.isInfinite { rect = image.extent }
    statistics += try output.write(image, rect: rect, to: try output.target(names[number]), showsProgress: false)
  }
  statistics.wall = (ContinuousClock.now - start) / .milliseconds(1)
  try output.report(statistics)
}
