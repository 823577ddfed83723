// Package reliance has the tests that hold docs/reliances.md: the list of what this
// repository relies on in its dependencies, and in Go itself, beyond their documented API.
// TestReliances looks each entry up in the source of the module that it is of, and fails with
// the entry's name. TestListed scans this repository's source for code that relies on internals
// of others, and fails where the list lacks them.
package reliance
