package report

import "github.com/perfschema/perfschema/history/trend"

// Document is what a report says, however it is shown.
type Document struct {
	Title    string
	Source   string // what was read, as the user called it
	Facts    []Fact
	Sections []Section
}

// Fact is one number with its name. Note says what it is.
type Fact struct{ Name, Value, Note string }

// Section is some charts below one heading. Note defines their numbers, Unknown
// says what could not be shown, and why; either may be empty.
type Section struct {
	ID, Title, Note string
	Unknown         string
	Charts          []Chart
}

// Chart is *Statement, *Bars, *Stack, *Table, *Heat, *Lines or *Columns.
type Chart interface{ title() string }

// Bars compares parts of one whole.
type Bars struct {
	Title string
	Head  [2]string // of the labels and of the values
	Rows  []Bar
}

// Bar is one row of Bars. Share is between 0 and 1; Note may be empty.
type Bar struct {
	Label string
	Share float64
	Value string
	Note  string
}

// Stack divides each row's whole into the same parts. Code says that the labels
// are statements.
type Stack struct {
	Title string
	Code  bool
	Keys  []Key
	Rows  []StackRow
	Head  string // of the values
}

// Key is a part in a legend. Color is the number of its colour.
type Key struct {
	Name  string
	Color int
}

// StackRow has a share for each Key; they need not add up to 1.
type StackRow struct {
	Label  string
	Shares []float64
	Value  string
}

// Statement is one query with its text, a sentence about it, and its plan, which may
// be nil.
type Statement struct {
	Title, Text, Note string
	Plan              *Table
}

// Table is rows of text. Columns before Left are flush left, others right. Code
// says that the first one is statements.
type Table struct {
	Title string
	Head  []string
	Left  int
	Code  bool
	Rows  [][]string
	// Depth is how far the first column of each row is indented; nil for not at all.
	Depth []int
	// Values are the rows as a program reads them, and About the statements that they are
	// about; nil where that is not to be had.
	Values [][]any
	About  []trend.Key
}

// Heat is a table of shares of one whole, shown by how dark a cell is.
type Heat struct {
	Title         string
	Corner        string
	Rows, Columns []string
	Shares        [][]float64
}

// Lines is curves over one scale.
type Lines struct {
	Title  string
	X, Y   Axis
	Series []Line
	// Area fills what is below the first curve.
	Area bool
	// Table is the same figures as text.
	Table *Table
	// PageOnly: the terminal shows the table alone.
	PageOnly bool
}

// Axis is a scale with its name. Ticks are where it is labelled.
type Axis struct {
	Name     string
	Min, Max float64
	Log      bool
	Ticks    []Tick
}

// Tick is a labelled place on an Axis.
type Tick struct {
	At    float64
	Label string
}

// Line is one curve.
type Line struct {
	Name   string
	Color  int
	Points []point
	// Steps: the height stays until the next point.
	Steps bool
}

// Columns is stacked columns over time.
type Columns struct {
	Title string
	X, Y  Axis
	Keys  []Key
	// Width is how wide a column is on X; Stacks has a height for each key in
	// each column.
	Begins []float64
	Width  float64
	Stacks [][]float64
	Table  *Table
}

func (c *Statement) title() string { return c.Title }
func (c *Bars) title() string      { return c.Title }
func (c *Stack) title() string     { return c.Title }
func (c *Table) title() string     { return c.Title }
func (c *Heat) title() string      { return c.Title }
func (c *Lines) title() string     { return c.Title }
func (c *Columns) title() string   { return c.Title }
