// Package size says how many bytes of the heap rows, values, syntax trees and plans
// hold, each object as large as Go's allocator makes it, and by how much slices and
// maps grow.
package size
