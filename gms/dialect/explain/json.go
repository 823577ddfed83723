package explain

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// TextSchema is the result of EXPLAIN FORMAT=JSON.
var TextSchema = sql.Schema{{Name: "EXPLAIN", Type: types.LongText}}

// operation is one of a plan's in JSON, by MySQL's names for what it is.
type operation map[string]any

// JSON is the plan as version 2 of MySQL's format has it: a tree of operations, without
// what the engine does not estimate. text is the statement, or empty.
func JSON(ctx *sql.Context, of Source, root sql.Node, text string) (string, error) {
	w := &walker{ctx: ctx, Source: of}
	kind := "select"
	switch n := root.(type) {
	case *plan.InsertInto:
		if kind = "insert"; n.IsReplace {
			kind = "replace"
		}
	case *plan.Update:
		kind = "update"
	case *plan.DeleteFrom, *plan.Truncate:
		kind = "delete"
	}
	out := new(strings.Builder)
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	document := operation{"query_type": kind, "query_plan": w.operation(root), "json_schema_version": "2.0"}
	if text = strings.TrimRight(strings.TrimSpace(text), ";"); text != "" {
		document["query"] = text
	}
	err := e.Encode(document)
	return strings.TrimSuffix(out.String(), "\n"), err
}

// operation is that of a node, with those below it.
func (w *walker) operation(n sql.Node) operation {
	if p, ok := n.(node.PassedOver); ok {
		return w.operation(p.PassedOver())
	}
	switch n := n.(type) {
	case *plan.Project:
		return w.selecting(w.operation(n.Child), n.Projections)
	case *plan.TableAlias:
		w.as = n.Name()
		defer func() { w.as = "" }()
		return w.operation(n.Child)
	case *plan.ResolvedTable, *plan.IndexedTableAccess:
		return w.reading(n)
	case *plan.EmptyTable:
		return operation{"operation": "Zero rows (Impossible WHERE)", "access_type": "zero_rows", "zero_rows_cause": "Impossible WHERE"}
	case *plan.TableCountLookup:
		return operation{"operation": "Count rows in " + n.Name(), "access_type": "count_rows"}
	case *plan.Filter:
		o := operation{"operation": "Filter: " + n.Expression.String(), "access_type": "filter", "condition": n.Expression.String()}
		return w.with(o, []sql.Expression{n.Expression}, n.Child)
	case *plan.JoinNode:
		return w.joining(n)
	case *plan.Sort:
		return w.sorting(operation{}, n.SortFields, n.Child)
	case *plan.TopN:
		return w.sorting(operation{"limit": n.Limit.String()}, n.Fields, n.Child)
	case *plan.Limit:
		return w.with(operation{"operation": "Limit: " + n.Limit.String() + " row(s)", "access_type": "limit", "limit": n.Limit.String()}, nil, n.Child)
	case *plan.GroupBy:
		o := operation{"operation": "Aggregate", "access_type": "aggregate"}
		if len(n.GroupByExprs) > 0 {
			o["operation"], o["group_items"], o["using_temporary_table"] = "Aggregate using temporary table", texts(n.GroupByExprs), true
		}
		o["functions"] = texts(aggregates(n.SelectDeps))
		return w.selecting(w.with(o, n.GroupByExprs, n.Child), n.SelectDeps)
	case *plan.SubqueryAlias:
		return operation{"operation": "Materialize " + n.Name(), "access_type": "materialize", "table_name": n.Name(), "inputs": []operation{w.operation(n.Child)}}
	case *plan.InsertInto:
		kind := "Insert into "
		if n.IsReplace {
			kind = "Replace into "
		}
		return operation{"operation": kind + tableName(n.Destination), "access_type": "insert_values", "table_name": tableName(n.Destination), "inputs": []operation{w.operation(n.Source)}}
	}
	name := node.NameOf(n)
	o := operation{"operation": name, "access_type": snake(name)}
	var es []sql.Expression
	if e, ok := n.(sql.Expressioner); ok {
		es = e.Expressions()
	}
	children := n.Children()
	if f, ok := n.(*plan.ForeignKeyHandler); ok {
		children = []sql.Node{f.OriginalNode}
	}
	return w.with(o, es, children...)
}

// with adds what is below an operation, and the queries in its expressions.
func (w *walker) with(o operation, es []sql.Expression, children ...sql.Node) operation {
	var inputs []operation
	for _, c := range children {
		inputs = append(inputs, w.operation(c))
	}
	if inputs = append(inputs, w.queries(es)...); inputs != nil {
		o["inputs"] = inputs
	}
	return o
}

// selecting adds the queries of a select list.
func (w *walker) selecting(o operation, es []sql.Expression) operation {
	if list := w.queries(es); list != nil {
		o["inputs_from_select_list"] = list
	}
	return o
}

// queries are those in expressions.
func (w *walker) queries(es []sql.Expression) (list []operation) {
	for _, e := range es {
		switch e := e.(type) {
		case nil, *expression.GetField, *expression.Literal:
		case *plan.Subquery:
			o := w.operation(e.Query)
			o["subquery"], o["dependent"] = true, !e.Correlated().Empty()
			list = append(list, o)
		default:
			list = append(list, w.queries(e.Children())...)
		}
	}
	return list
}

// reading is how a table is read.
func (w *walker) reading(n sql.Node) operation {
	q := new(query)
	w.table(q, n, tableName(n))
	if len(q.lines) == 0 {
		return operation{"operation": "Rows fetched before execution", "access_type": "rows_fetched_before_execution", "estimated_rows": 1.0}
	}
	l := q.lines[0]
	o := operation{"table_name": l.table}
	if t, ok := n.(sql.TableNode); ok && t.Database() != nil {
		o["schema_name"] = t.Database().Name()
	}
	if l.rows >= 0 {
		o["estimated_rows"] = float64(l.rows)
	}
	if asked := w.asked(w.ctx, n); len(asked) > 0 {
		o["asks_for"] = asked
	}
	using := " on " + l.table + " using " + l.key
	switch l.access {
	case "ALL":
		o["operation"], o["access_type"] = "Table scan on "+l.table, "table"
		return o
	case "":
		return operation{"operation": "Zero rows (Impossible WHERE)", "access_type": "zero_rows", "zero_rows_cause": "Impossible WHERE"}
	case "const", "eq_ref":
		o["operation"], o["index_access_type"] = "Single-row index lookup"+using, "index_lookup"
	case "ref":
		o["operation"], o["index_access_type"] = "Index lookup"+using, "index_lookup"
	case "range":
		o["operation"], o["index_access_type"] = "Index range scan"+using, "index_range_scan"
	case "fulltext":
		o["operation"], o["index_access_type"] = "Full-text index search"+using, "full_text_search"
	default:
		o["operation"], o["index_access_type"] = "Index scan"+using, "index_scan"
	}
	o["access_type"], o["index_name"] = "index", l.key
	if t, ok := n.(*plan.IndexedTableAccess); ok {
		o["covering"] = covering(t, t.Index())
		var columns []string
		for i, e := range t.Index().Expressions() {
			if i < l.parts {
				columns = append(columns, columnName(e))
			}
		}
		if columns != nil {
			o["key_columns"] = columns
		}
		if !t.IsStatic() {
			o["lookup_references"] = texts(t.Expressions())
		} else if lookup, _, err := t.GetLookup(w.ctx, nil); err == nil && lookup.Ranges != nil && l.access != "index" {
			o["ranges"] = []string{lookup.Ranges.DebugString()}
		}
	}
	return o
}

// joining is a join.
func (w *walker) joining(n *plan.JoinNode) operation {
	algorithm := "nested_loop"
	switch {
	case n.Op.IsHash():
		algorithm = "hash"
	case n.Op.IsMerge():
		algorithm = "merge"
	}
	kind := "inner join"
	switch {
	case n.Op.IsAnti():
		kind = "antijoin"
	case n.Op.IsSemi():
		kind = "semijoin"
	case n.Op.IsFullOuter():
		kind = "full outer join"
	case n.Op.IsLeftOuter():
		kind = "left join"
	case n.Op.IsCross():
		kind = "cross join"
	}
	o := operation{"operation": joinName(algorithm, kind), "access_type": "join", "join_algorithm": algorithm, "join_type": kind}
	if n.Filter != nil {
		o["join_condition"] = n.Filter.String()
	}
	if cost := n.GetEstimatedCost(); cost > 0 {
		o["estimated_rows"], o["estimated_total_cost"] = float64(n.GetEstimatedRowCount()), cost
	}
	return w.with(o, []sql.Expression{n.Filter}, n.Left(), n.Right())
}

// joinName is what MySQL calls a join of an algorithm and a kind.
func joinName(algorithm, kind string) string {
	if algorithm == "nested_loop" {
		return "Nested loop " + kind
	}
	if outer, ok := strings.CutSuffix(kind, " join"); ok {
		return strings.ToUpper(outer[:1]) + outer[1:] + " " + algorithm + " join"
	}
	return strings.ToUpper(algorithm[:1]) + algorithm[1:] + " " + kind
}

// sorting is a sort.
func (w *walker) sorting(o operation, fields sql.SortFields, child sql.Node) operation {
	var list []string
	for _, f := range fields {
		list = append(list, f.String())
	}
	o["operation"], o["access_type"], o["sort_fields"] = "Sort: "+strings.Join(list, ", "), "sort", list
	if limit, ok := o["limit"]; ok {
		o["operation"] = fmt.Sprint(o["operation"], ", limit input to ", limit, " row(s)")
	}
	return w.with(o, fields.ToExpressions(), child)
}

// aggregates are the aggregate functions among expressions.
func aggregates(es []sql.Expression) (list []sql.Expression) {
	for _, e := range es {
		if _, ok := e.(sql.Aggregation); ok {
			list = append(list, e)
		} else if e != nil {
			list = append(list, aggregates(e.Children())...)
		}
	}
	return list
}

func texts(es []sql.Expression) []string {
	list := make([]string, 0, len(es))
	for _, e := range es {
		list = append(list, e.String())
	}
	return list
}

// snake is a name in lower case with _ between its words.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
