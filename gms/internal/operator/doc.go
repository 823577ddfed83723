// Package operator tells which of the Snowset's 16 operators each node of the engine's plans
// counts as. A test compares its table with the engine's source.
package operator
