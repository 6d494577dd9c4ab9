// Code for AVKit gets players from `import AVKit` alone.
@_exported import AVFoundation
