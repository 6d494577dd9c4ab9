import CoreImage
import Foundation

let render = Subcommand(
  name: "render", summary: "a recipe file into a picture",
  usage: "RECIPE.json|- -o OUT [OPTIONS]",
  details: """
    A recipe file is {"recipe": 1, "image": IMAGE, "rect": [x, y, width, height]}. IMAGE is {"file": PATH}, relative to
    the recipe, or {"filter": NAME, "inputs": {KEY: VALUE, …}}. VALUE is a number, true or false, a string, an array of
    numbers (vectors, colours, transforms), "#rrggbb[aa]", {"utf8": TEXT} or {"base64": TEXT} for data, or an IMAGE.
    Without a rect the extent is rendered; an infinite image needs one. A recipe of - is standard input, whose files are
    relative to the working directory; -o - is standard output.

    example
      {"recipe": 1, "image": {"filter": "CISepiaTone",
                              "inputs": {"inputImage": {"file": "photo.jpg"}, "inputIntensity": 0.8}}}
    """,
  options: Option.result + Option.reading + Option.computing + Option.limits, words: .files
) { arguments in
  let recipe = try RecipeFile(try arguments.single("RECIPE.json"), PictureInput(arguments))
  let place = try arguments.required("-o", "OUT")
  let rect = try arguments.rect() ?? recipe.rect
  let output = try Output(arguments)
  try output.report(try output.write(recipe.image, rect: rect, to: try output.target(place)))
}
