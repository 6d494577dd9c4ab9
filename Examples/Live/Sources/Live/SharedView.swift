import CoreImage
import CoreVideo
import Foundation
import ImageWindow

/// Shows by a filter what another process paints. The two have a surface in common, which the painter makes and sends
/// over a socket; each holds its lock while it reads or writes. Whichever ends, the other goes on.
@MainActor final class SharedView: CIWindowViewDelegate {
  private let view: CIWindowView
  private let surface: IOSurface
  private let painter = Process()

  init(_ file: URL, size: CGSize) throws {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw Problem.noSocket
    }
    painter.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    painter.arguments = ["painter", file.path]
    painter.standardInput = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    try painter.run()
    surface = try IOSurface(receivedFrom: ends[0])
    close(ends[0])
    view = try CIWindowView(title: "Shared", size: size)
    view.delegate = self
  }

  func run(frames: Int?) throws {
    defer { painter.terminate() }
    try view.run(frames: frames)
  }

  func draw(in view: CIWindowView) throws {
    // The surface as it is when this is rendered: one frame of the painter's, whole.
    try view.draw(CIImage(ioSurface: surface).applyingFilter("CIBloom", parameters: ["inputRadius": 12]))
  }
}

/// The other process: the photo in colours that go round, until nobody looks any more.
func paint(_ photo: CIImage) throws {
  let surface = try IOSurface(validating: [
    .width: Int(photo.extent.width), .height: Int(photo.extent.height), .bytesPerElement: 4,
    .pixelFormat: kCVPixelFormatType_32BGRA,
  ])
  // Its standard input is the socket.
  try surface.send(over: 0)
  let (context, viewer) = (CIContext(), getppid())
  var angle = 0.0
  while getppid() == viewer {
    let image = photo.applyingFilter("CIHueAdjust", parameters: ["inputAngle": angle])
    context.render(image, to: surface, bounds: image.extent, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
    angle += 0.05
    usleep(20_000)
  }
}
