// Code for views gets layers, images and events from `import LayerViews` alone.
@_exported import ImageWindow
@_exported import QuartzCore
