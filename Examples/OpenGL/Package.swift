// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "OpenGL",
  dependencies: [.package(name: "CoreImage", path: "../..")],
  targets: [
    .executableTarget(
      name: "OpenGL",
      dependencies: [
        "CRenderer", .product(name: "CoreImage", package: "CoreImage"),
        .product(name: "OpenGLImage", package: "CoreImage"),
      ]),
    // The app's own renderer, without Core Image.
    .target(name: "CRenderer", linkerSettings: [.linkedLibrary("EGL"), .linkedLibrary("GL")]),
  ]
)
