extension Subcommand {
  package static let layers = Subcommand(
    name: "layers", summary: "a tree of layers into an image, numbered images or a video",
    usage: "TREE.json|- -o OUT [--at T | --frames FROM:TO:STEP | --damage FROM:TO] [OPTIONS]",
    details: """
      TREE.json is {"layers": 1, "size": [w, h], "scale": 1, "yDown": false, "root": LAYER}. LAYER is {"class": \
      "CALayer",
      KEY: VALUE, …, "mask": LAYER, "sublayers": [LAYER, …], "animations": {KEY: ANIMATION}}, with the keys of CALayer \
      and
      of its class, and frame. VALUE is a number, true or false, an array of numbers (points, sizes, rectangles,
      matrices), a colour as [r, g, b, a] or "#rrggbb", SVG path data, or a list of filters {"filter": NAME, "name": \
      NAME,
      "inputs": {KEY: VALUE}}. Contents are images as in recipes, {"file": PATH} or {"filter": NAME, "inputs": {…}}, \
      with
      paths relative to TREE.json. ANIMATION is {"class": "CABasicAnimation", "keyPath": "filters.NAME.inputRadius",
      "from": 0, "to": 20, "duration": 1, "timing": "easeIn" | [x1, y1, x2, y2], …}. docs/layers.md has all of it.

      What is shown is the size from the origin on, at so many pixels a point; without a size what the root covers.
      Times are seconds. Frames of FROM:TO:STEP are at FROM, FROM + STEP and so on, before TO.

      --damage prints the rectangles that a frame at TO draws anew where that of FROM is shown, as X,Y WxH in pixels \
      from
      the lower left corner, and how many pixels these are; with -o it writes the image at TO with red lines around \
      them.

      examples
        citool layers card.json -o card.png
        citool layers card.json --at 0.5 --scale 2 -o half.png
        citool layers card.json --frames 0:2:0.04 -o 'frame-%04d.png'
        citool layers card.json --frames 0:2:0.04 -o card.mp4
        citool layers card.json --at 0.5 --graph -o recipe.svg
        citool layers card.json --damage 0.5:0.52
      """,
    options: Option.result.filter { $0.name != "--rect" } + [
      Option("--at", "T", "the moment that is shown, seconds; 0 by itself"),
      Option("--frames", "FROM:TO:STEP", "many moments: -o is DIR/%04d.png, or a video, .mp4, .mov, .mkv or .webm"),
      Option("--size", "W,H", "what is shown, in points; by itself as TREE.json says"),
      Option("--scale", "S", "pixels in a point; by itself as TREE.json says, else 1"),
      Option("--linear", "blends layers in light, not in coded values"),
      Option("--graph", "writes the recipe of the frame instead: as the extension of OUT says, text without -o"),
      Option("--damage", "FROM:TO", "what a frame at TO draws anew after one at FROM: printed, or outlined in OUT"),
      Option("--force", "puts a video in the place of a file that is there"),
    ] + Option.computing + Option.reading + Option.limits, words: .files, program: videoProgram, run: missing("layers"))
}
