package explain

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
)

// Tree is the plan as MySQL's format TREE has it: a line for each operation, those below it
// further to the right, with how many rows and which cost are estimated where they are.
func Tree(ctx *sql.Context, of Source, root sql.Node) string {
	w := &walker{ctx: ctx, Source: of}
	t := &tree{queries: 1}
	t.write(w.operation(root), 0)
	return t.out.String()
}

// tree is a text that is being written.
type tree struct {
	out     strings.Builder
	queries int // that have a number
}

// indent is how far those below an operation stand to the right of it.
const indent = 4

func (t *tree) line(depth int, text string) {
	t.out.WriteString(strings.Repeat(" ", indent*depth) + "-> " + text + "\n")
}

// write writes an operation and those below it.
func (t *tree) write(o operation, depth int) {
	t.line(depth, fmt.Sprint(o["operation"], o.details(), o.estimates()))
	inputs, _ := o["inputs"].([]operation)
	for _, in := range inputs {
		t.input(in, depth+1, "condition")
	}
	selected, _ := o["inputs_from_select_list"].([]operation)
	for _, in := range selected {
		t.input(in, depth, "projection")
	}
}

// input writes an operation below another; a query in an expression gets a line of its own.
func (t *tree) input(o operation, depth int, in string) {
	if o["subquery"] != true {
		t.write(o, depth)
		return
	}
	t.queries++
	runs := "run only once"
	if o["dependent"] == true {
		runs = "dependent"
	}
	t.line(depth, fmt.Sprintf("Select #%d (subquery in %s; %s)", t.queries, in, runs))
	t.write(o, depth+1)
}

// details are what is looked for in an index, compared in a join, and asked of where the
// rows are.
func (o operation) details() string {
	var b strings.Builder
	columns, _ := o["key_columns"].([]string)
	if references, ok := o["lookup_references"].([]string); ok && len(references) == len(columns) {
		list := make([]string, len(columns))
		for i, c := range columns {
			list[i] = c + "=" + references[i]
		}
		b.WriteString(" (" + strings.Join(list, ", ") + ")")
	} else if ranges, ok := o["ranges"].([]string); ok {
		b.WriteString(" over " + strings.Join(ranges, " OR "))
	}
	if condition, ok := o["join_condition"].(string); ok && o["join_algorithm"] != "nested_loop" {
		b.WriteString(" (" + condition + ")")
	}
	if asked, ok := o["asks_for"].([]string); ok {
		b.WriteString(" (" + asksFor + strings.Join(asked, ", ") + ")")
	}
	return b.String()
}

// estimates are the cost and the number of rows, as far as they are estimated.
func (o operation) estimates() string {
	var list []string
	for _, e := range [...]struct{ name, key string }{{"cost", "estimated_total_cost"}, {"rows", "estimated_rows"}} {
		if v, ok := o[e.key].(float64); ok {
			list = append(list, e.name+"="+estimate(v))
		}
	}
	if list == nil {
		return ""
	}
	return "  (" + strings.Join(list, " ") + ")"
}

// mostDigits is from where on a number is written with an exponent.
const mostDigits = 1e6

// estimate is a number, of which three digits are enough where it is no whole one.
func estimate(v float64) string {
	if v < mostDigits && v == float64(int64(v)) {
		return strconv.FormatInt(int64(v), 10)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}
