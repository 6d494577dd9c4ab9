// `import AVKit` alone provides players.
@_exported import AVFoundation
