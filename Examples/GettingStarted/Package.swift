// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "GettingStarted",
  dependencies: [.package(name: "CoreImage", path: "../..")],
  targets: [
    .executableTarget(name: "SepiaPhoto", dependencies: [.product(name: "CoreImage", package: "CoreImage")]),
    .executableTarget(name: "BloomChain", dependencies: [.product(name: "CoreImage", package: "CoreImage")]),
    .executableTarget(name: "BlurredPhoto", dependencies: [.product(name: "CoreImage", package: "CoreImage")]),
    .testTarget(name: "GettingStartedTests", dependencies: [.product(name: "CoreImage", package: "CoreImage")]),
    .testTarget(name: "ValueTests", dependencies: [.product(name: "CoreGraphics", package: "CoreImage")]),
  ]
)
