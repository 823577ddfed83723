// Package inspection checks Parquet files before a reader allocates memory by what they state.
//
// parquet-go trusts the lengths in a file: the length of the footer, of a list in it, the
// size of a page and the number of its values each decide how much it allocates, before it
// has read as much. Four damaged bytes take gigabytes so, and a panic on another goroutine
// or a stack that overflows ends the process. [Open] walks the footer and [Pages] the pages
// of a column chunk first. Neither allocates more than the file's own bytes account for:
// a length that leads beyond the file, and a size that the compressed bytes do not give,
// are errors that wrap [ErrDamaged].
package inspection
