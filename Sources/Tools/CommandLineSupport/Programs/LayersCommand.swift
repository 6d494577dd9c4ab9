extension Subcommand {
  package static let layers = Subcommand(
    name: "layers", summary: "renders a layer tree to an image, numbered images or a video",
    usage: "TREE.json|- -o OUT [--at T | --frames FROM:TO:STEP | --damage FROM:TO] [OPTIONS]",
    details: """
      TREE.json is {"layers": 1, "size": [w, h], "scale": 1, "yDown": false, "root": LAYER}. LAYER is
      {"class": "CALayer", KEY: VALUE, …, "mask": LAYER, "sublayers": [LAYER, …], "animations": {KEY: ANIMATION}},
      with the keys of CALayer and of its class, and frame. VALUE is a number, true or false, an array of numbers
      (points, sizes, rectangles, matrices), a colour as [r, g, b, a] or "#rrggbb", SVG path data, or a list of
      filters {"filter": NAME, "name": NAME, "inputs": {KEY: VALUE}}. Contents are images as in recipes,
      {"file": PATH} or {"filter": NAME, "inputs": {…}}, with paths relative to TREE.json. ANIMATION is
      {"class": "CABasicAnimation", "keyPath": "filters.NAME.inputRadius", "from": 0, "to": 20, "duration": 1,
      "timing": "easeIn" | [x1, y1, x2, y2], …}. docs/layers.md has the complete format.

      The output shows the rectangle of this size at the origin, scaled by the pixels per point. Without a size, it
      shows the area that the root covers. Times are in seconds. Frames of FROM:TO:STEP are at FROM, FROM + STEP and
      so on, before TO.

      --damage prints the rectangles that are redrawn when a frame at TO follows a frame at FROM: X,Y WxH in pixels
      from the lower left corner, and the number of their pixels. With -o it writes the image at TO with red outlines
      around them.

      examples
        citool layers card.json -o card.png
        citool layers card.json --at 0.5 --scale 2 -o half.png
        citool layers card.json --frames 0:2:0.04 -o 'frame-%04d.png'
        citool layers card.json --frames 0:2:0.04 -o card.mp4
        citool layers card.json --at 0.5 --graph -o recipe.svg
        citool layers card.json --damage 0.5:0.52
      """,
    options: Option.result.filter { $0.name != "--rect" } + [
      Option("--at", "T", "time of the frame, in seconds; default 0"),
      Option("--frames", "FROM:TO:STEP", "many times: -o is DIR/%04d.png, or a video, .mp4, .mov, .mkv or .webm"),
      Option("--size", "W,H", "visible size, in points; default: the size of TREE.json"),
      Option("--scale", "S", "pixels per point; default: the scale of TREE.json, else 1"),
      Option("--linear", "blends layers in linear light, not in encoded values"),
      Option("--graph", "writes the recipe of the frame instead, in the format of OUT's extension; without -o as text"),
      Option("--damage", "FROM:TO", "area that a frame at TO redraws after one at FROM: printed, or outlined in OUT"),
      Option("--force", "replaces an existing video file"),
    ] + Option.computing + Option.reading + Option.limits, words: .files, program: videoProgram, run: missing("layers"))
}
