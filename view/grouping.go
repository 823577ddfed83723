package view

import "time"

// Grouping asks a table for figures of groups of its rows in place of the rows.
type Grouping struct {
	// Keys are the places of the columns that tell the groups apart, texts by their
	// bytes: who asks puts those together that a collation finds equal. Without any,
	// all rows are one group, which is none where there are no rows.
	Keys []int
	// Figures are what is asked of each group.
	Figures []Figure
	// Bounds are what the rows meet, exactly; what a [Reader] looks for besides, the
	// table may ignore as ever.
	Bounds []Bound
}

// FigureKind is what is made of the values that a group has in a column, of which NULL
// counts nothing.
type FigureKind uint8

// The kinds of figures.
const (
	// CountFigure is how many there are, uint64; without a column, how many rows.
	CountFigure FigureKind = iota
	// SumFigure is the exact sum of numbers that are no floats, as text; nil of none.
	SumFigure
	// LeastFigure and GreatestFigure are one of the values; nil of none. They are for
	// numbers and times.
	LeastFigure
	GreatestFigure
)

// Figure is a figure of a column.
type Figure struct {
	Kind   FigureKind
	Column int // its place; -1: none
}

// Bound is a condition on a column of times: the time is on one side of At, to the
// microsecond.
type Bound struct {
	Column int
	Sign   string // one of <, <=, > and >=
	At     time.Time
}

// Of says whether a time meets the bound.
func (b Bound) Of(at time.Time) bool {
	order := at.Compare(b.At)
	switch b.Sign {
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}
