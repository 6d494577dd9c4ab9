// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "GTK",
  dependencies: [.package(name: "CoreImage", path: "../..")],
  targets: [
    .executableTarget(name: "GTK", dependencies: ["CGTK", .product(name: "CoreImage", package: "CoreImage")]),
    // Calls GTK 4 where it is installed.
    .target(name: "CGTK", linkerSettings: [.linkedLibrary("dl")]),
  ]
)
