import CoreImage
import CoreVideo
import Foundation
import ImageWindow

/// Shows the drawing of another process with a filter. Both share a surface, which the painter creates and sends over a
/// socket; each process holds its lock while it reads or writes. If one process ends, the other continues.
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
    // A complete frame of the painter, as of the time of rendering.
    try view.draw(CIImage(ioSurface: surface).applyingFilter("CIBloom", parameters: ["inputRadius": 12]))
  }
}

/// Runs the painter process: draws the photo with a changing hue, until the viewer ends.
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
