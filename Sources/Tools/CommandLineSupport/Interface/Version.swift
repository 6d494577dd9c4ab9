/// The version that `--version` prints.
package let version = "0.1.0"
