// swift-tools-version: 6.1
import PackageDescription

let layers: [Target.Dependency] = [.product(name: "QuartzCore", package: "CoreImage")]

let package = Package(
  name: "Layers",
  dependencies: [.package(name: "CoreImage", path: "../..")],
  targets: [
    .executableTarget(name: "Card", dependencies: layers),
    .executableTarget(name: "Transitions", dependencies: layers),
    .executableTarget(name: "Particles", dependencies: layers),
    .executableTarget(name: "Listings", dependencies: layers),
    .executableTarget(name: "Views", dependencies: layers + [.product(name: "LayerViews", package: "CoreImage")]),
  ]
)
