import CoreImage
import Foundation

let render = Subcommand(
  name: "render", summary: "a recipe file into a picture",
  usage: "RECIPE.json -o OUT [--rect X,Y,W,H]",
  details: """
    A recipe file is {"recipe": 1, "image": IMAGE, "rect": [x, y, width, height]}. IMAGE is {"file": PATH}, relative to
    the recipe, or {"filter": NAME, "inputs": {KEY: VALUE, …}}. VALUE is a number, true or false, a string, an array of
    numbers (vectors, colours, transforms), "#rrggbb[aa]", {"utf8": TEXT} or {"base64": TEXT} for data, or an IMAGE.
    Without a rect the extent is rendered; an infinite image needs one.

    example
      {"recipe": 1, "image": {"filter": "CISepiaTone",
                              "inputs": {"inputImage": {"file": "photo.jpg"}, "inputIntensity": 0.8}}}

    \(commonOptions)
    """
) { words in
  let arguments = try Arguments(words, renders: true)
  let recipe = try RecipeFile(URL(fileURLWithPath: try arguments.single("RECIPE.json")))
  let target = URL(fileURLWithPath: try arguments.required("-o", "OUT"))
  let rect = try arguments.rect() ?? recipe.rect
  _ = try Output.FileKind(target)
  let output = try Output(arguments)
  try output.report(try output.write(recipe.image, rect: rect, to: target))
}
