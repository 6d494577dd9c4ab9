import CommandLineSupport
import CoreImage
import Foundation
import ImageWindow

let show = Subcommand(
  name: "show", summary: "shows a recipe or an image in a window, with sliders",
  usage: "RECIPE.json|IMAGE [-f FILTER [key=value]…]… [OPTIONS]",
  details: """
    Shows a recipe file, as for citool render, or an image with filters, as for citool apply. The file is reloaded when
    it is saved. The title bar and the terminal show the scale, the value of the selected slider, and the colour under
    the pointer: its position, its 8-bit sRGB values, and red, green, blue and alpha from 0 to 1. In full screen, a line
    over the image shows them.

    \(Viewer.keys)

    A display (X11 or Wayland) and SDL 2.26 (Debian: libsdl2-2.0-0) are required. The window renders on a GPU if there
    is one, else on the processor; --backend vulkan also uses a software implementation of Vulkan.

    examples
      citool show photo.jpg
      citool show photo.jpg -f bloom radius=10 -f sepiatone
      citool show recipe.json --full-screen
      xvfb-run citool show recipe.json --frames 100 --screenshot shot.png
    """,
  options: [
    Option("-f", "FILTER [key=value]…", "a filter and its values; may be repeated", .filters, isPositional: true),
    Option("--size", "W,H", "size of the window; default: the size of the image, at most 1280x800"),
    Option("--full-screen", "fills the display"),
    Option("--frames", "N", "draws N frames at the rate of the display, prints the frames per second, and exits"),
    Option("--screenshot", "OUT.png", "writes the last contents of the window", .files),
    Option(
      "--backend", oneOf: ["processor", "vulkan", "reference"],
      "rendering engine; default: a GPU if there is one, else the processor"),
    Option.timeout,
  ] + Option.reading + Option.limits,
  words: .files
) { arguments in
  try MainActor.assumeIsolated {
    let viewer = try Viewer(arguments)
    try viewer.run()
  }
}
