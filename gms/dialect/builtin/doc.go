// Package builtin gives the engine the functions of MySQL that it lacks, and puts others in the
// place of its own that return other values or types, that take all memory for a long result, or
// that read documents and geometries otherwise.
//
// [Function] and [BuiltIn] return a function by its name, [MissingFunctions] those that are
// added. The arguments of every function are what MySQL makes of them: an ENUM is a text or a
// number, a date in a document is a text.
package builtin
