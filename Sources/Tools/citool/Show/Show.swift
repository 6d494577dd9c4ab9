import CommandLineSupport
import CoreImage
import Foundation
import ImageWindow

let show = Subcommand(
  name: "show", summary: "a recipe or an image in a window, with sliders",
  usage: "RECIPE.json|IMAGE [-f FILTER [key=value]…]… [OPTIONS]",
  details: """
    Shows a recipe file, as citool render takes it, or an image through filters, as citool apply does, in a window. \
    A recipe, or an image, that is saved anew is shown anew. The title bar, and the terminal, say how large it is \
    shown, what the chosen slider is at, and which colour is under the pointer: its place, its sRGB values and, from \
    0 to 1, those of red, green, blue and alpha. In full screen a line over the image says it.

    \(Viewer.keys)

    It needs a display (X11 or Wayland) and SDL 2.26, Debian's libsdl2-2.0-0. A window renders on a GPU where there is \
    one, else on the processor; --backend vulkan takes software Vulkan.

    examples
      citool show photo.jpg
      citool show photo.jpg -f bloom radius=10 -f sepiatone
      citool show recipe.json --full-screen
      xvfb-run citool show recipe.json --frames 100 --screenshot shot.png
    """,
  options: [
    Option("-f", "FILTER [key=value]…", "a filter and its values; as many as wanted", .filters, keepsPlace: true),
    Option("--size", "W,H", "of the window; by itself that of the image, at most 1280x800"),
    Option("--full-screen", "fills the display"),
    Option("--frames", "N", "draws so many frames as fast as the display allows, says how many a second, and ends"),
    Option("--screenshot", "OUT.png", "writes what the window shows in the end", .files),
    Option(
      "--backend", oneOf: ["processor", "vulkan", "reference"],
      "what computes; by itself a GPU where there is one, else the processor"),
    Option.timeout,
  ] + Option.reading + Option.limits,
  words: .files
) { arguments in
  try MainActor.assumeIsolated {
    let viewer = try Viewer(arguments)
    try viewer.run()
  }
}
