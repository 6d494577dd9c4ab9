/// What `--version` says.
package let version = "0.1.0"
