// `import LayerViews` also imports layers, images and events.
@_exported import ImageWindow
@_exported import QuartzCore
