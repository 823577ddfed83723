package view

// Top asks a table for the first rows, by an order of its columns, of those that meet
// bounds.
type Top struct {
	// Bounds are what the rows meet, exactly; nothing else is looked for.
	Bounds []Bound
	// Order are columns of numbers and times. NULL is less than all values.
	Order []TopColumn
	// Rows is how many are asked for. They come in any order.
	Rows uint64
}

// TopColumn is a column that rows are ordered by.
type TopColumn struct {
	Column     int // its place
	Descending bool
}
