/// An image in the memory of a device, which an app has there: engines on that device read it, and nobody else.
package protocol ExternalDeviceImage: AnyObject, Sendable {}
