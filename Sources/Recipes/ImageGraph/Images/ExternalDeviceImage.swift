/// An app's image in device memory. Only engines on that device can read it.
package protocol ExternalDeviceImage: AnyObject, Sendable {}
