import CommandLineSupport
import CoreImage
import Foundation

let apply = Subcommand(
  name: "apply", summary: "applies filters to images",
  usage: "INPUT… [-f FILTER [key=value]…]… [--kernel FILE[:NAME] [key=value]…]… -o OUT [--rect X,Y,W,H]",
  details: """
    Filters are applied in the order of the command line. For several inputs OUT is a directory. Each result has the
    name of its input. Images are processed in parallel, one per core, after their EXIF orientation is applied. A
    generator needs no input.

    The prefixes CI of filters and input of keys may be omitted. Values: numbers, true and false, text; vectors 150,150;
    colours red, #ff8000 or 1,0.5,0; transforms a,b,c,d,tx,ty; images are files. Data is text or @FILE; @@ begins a text
    with @. A colour cube reads .cube files and HaldCLUT images, which set its dimension. An extent that is not passed
    is that of the image. An INPUT of - is standard input. Missing folders of OUT are created.

    A blur enlarges the image by its reach; --keep-size crops the result to the input, and CIClamp before the blur
    repeats the edges. With --type, the results of several inputs have the extension of the type.

    A custom kernel takes the image as its first image parameter, and other arguments by the names of its parameters.
    The extent of its result is that of its input; a generator needs --rect. It may read whole images unless --roi
    limits the pixels around each result pixel.

    examples
      citool apply photo.jpg -f CISepiaTone intensity=0.8 -o sepia.png
      citool apply photo.jpg -f bloom radius=10 intensity=1 -f crop rectangle=350,350,150,150 -o part.png
      citool apply top.png -f CISourceOverCompositing backgroundImage=below.png -o both.png
      citool apply *.jpg -f CIVibrance amount=0.5 -o out/
      citool apply -f CICheckerboardGenerator width=16 color0=orange --rect 0,0,256,256 -o board.png
      citool apply - -f CIPhotoEffectNoir -o - < photo.jpg > noir.png
      citool apply photo.jpg --kernel zebra.ci.metal time=0.3 -o out.png
    """,
  options: Option.chain + [Option("--keep-size", "crops the result to the extent of the input")] + Option.result
    + Option.reading + Option.computing + Option.limits,
  words: .files
) { arguments in
  let sources = try ImageInput(arguments)
  let rect = try arguments.rect()
  let chain = try FilterChain(
    arguments.words, sources, rect: rect, halo: arguments.halo(), keepsSize: arguments.has("--keep-size"))
  let path = try arguments.required("-o", "OUT")
  let output = try Output(arguments)
  let jobs = try chain.jobs(into: path, output)
  let (statistics, failures) = Batch(jobs: jobs, chain: chain, rect: rect, output: output).run()
  try output.report(statistics)
  if let first = failures.first {
    throw jobs.count == 1 ? first : CommandFailure.failed("\(failures.count) of \(jobs.count) images failed")
  }
}
