// Package floors has tests of the house as a whole: that packages import only what
// ARCHITECTURE.md puts below them, and that package paths which stand in strings are
// those of packages there are.
package floors
