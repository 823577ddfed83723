// Package reliance has the tests that hold docs/reliances.md: the list of what this
// repository relies on in its dependencies, and in Go itself, though nobody has promised it.
// TestReliances looks each entry up in the source of the module that it is of, and fails with
// the entry's name. TestListed looks through this repository's source for code that relies on
// such a thing, and fails where the list does not have it.
package reliance
