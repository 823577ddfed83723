// Package rewrite puts right in plans and functions what the engine does otherwise than
// MySQL, and bounds what it does without end: rules of the analyzer that know nothing of
// how a statement runs, and functions in the place of the engine's.
package rewrite
