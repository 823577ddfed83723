package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"
)

// Schema is the result of EXPLAIN FORMAT=TRADITIONAL.
var Schema = sql.Schema{
	{Name: "id", Type: types.Uint64, Nullable: true},
	{Name: "select_type", Type: text(19), Nullable: true},
	{Name: "table", Type: text(64), Nullable: true},
	{Name: "partitions", Type: types.LongText, Nullable: true},
	{Name: "type", Type: text(10), Nullable: true},
	{Name: "possible_keys", Type: text(4096), Nullable: true},
	{Name: "key", Type: text(64), Nullable: true},
	{Name: "key_len", Type: text(4096), Nullable: true},
	{Name: "ref", Type: text(1024), Nullable: true},
	{Name: "rows", Type: types.Uint64, Nullable: true},
	{Name: "filtered", Type: percent{types.Float64}, Nullable: true},
	{Name: "Extra", Type: text(255), Nullable: true},
}

func text(length int64) sql.Type { return types.MustCreateStringWithDefaults(sqltypes.VarChar, length) }

// line is a row of the result. What is empty or below 0 is NULL.
type line struct {
	id       uint64
	kind     string // select_type
	table    string
	access   string // type
	possible []string
	key, ref string
	keyLen   int
	parts    int             // columns of the key that are used
	keyed    map[string]bool // those of which it names the value, in lower case
	rows     int64
	counted  bool            // it is known how many rows the table has
	used     map[string]bool // columns that the key has compared, in lower case
	share    float64         // of its rows, that are thought to meet what is checked on them
	extra    []string
	indexes  []sql.Index // of the table
	of       *query      // whose number goes into table
	join     bool        // it stands for a result of several queries
}

func newLine(table string) *line { return &line{table: table, keyLen: -1, rows: -1, share: 1} }

func (l *line) add(extra string) {
	if !slices.Contains(l.extra, extra) {
		l.extra = append(l.extra, extra)
	}
}

// check is called with a condition that the rows of a table, with those before it, have
// to meet. What its key has made sure of is not checked once more.
func (l *line) check(condition sql.Expression) {
	l.compare(condition)
	if l.access != "const" && !l.ensures(condition) { // that row is read beforehand
		l.share *= l.chance(condition)
		l.add("Using where")
	}
}

// ensures says whether a condition is true of all rows that the key finds.
func (l *line) ensures(e sql.Expression) bool {
	switch e := e.(type) {
	case *expression.Literal: // of a join with nothing left to compare
		return true
	case *expression.And:
		return l.ensures(e.LeftChild) && l.ensures(e.RightChild)
	case *expression.Equals:
		for i, side := range e.Children() {
			f, ok := side.(*expression.GetField)
			if ok && strings.EqualFold(f.Table(), l.table) && l.keyed[strings.ToLower(f.Name())] {
				other, reads := e.Children()[1-i].(*expression.GetField)
				_, constant := e.Children()[1-i].(*expression.Literal)
				return constant && !comparesAnew(f.Type(), e.Children()[1-i]) || reads && !strings.EqualFold(other.Table(), l.table)
			}
		}
	}
	return false
}

// query is one SELECT of a statement, or what stands in the place of one.
type query struct {
	id    uint64
	kind  string
	lines []*line
	// selected, derived and others are the queries within it, by where they stand: in the
	// select list, as tables, elsewhere. MySQL numbers them in that order.
	selected, derived, others []*query
	united                    []*query // by UNION, after the first
	result                    *line    // of a UNION that has to be put together
	temporary, filesort       bool
}

// Source is what is known of tables beyond their plan.
type Source struct {
	// Stats may be nil: nothing has statistics then.
	Stats sql.StatsProvider
	// Asked returns what a read of a table asks another server for, one text for each of its
	// ranges. It may be nil.
	Asked func(ctx *sql.Context, n sql.Node) []string
}

func (s Source) asked(ctx *sql.Context, n sql.Node) []string {
	if s.Asked == nil {
		return nil
	}
	return s.Asked(ctx, n)
}

// walker reads a plan.
type walker struct {
	ctx *sql.Context
	Source
	next uint64
	// as is what the table that is read next is called in the statement.
	as string
	// all is how many queries were found.
	all int
	// apart is above 0 within a join, and within what changes rows: nothing is read of it.
	apart int
}

// Rows are those of EXPLAIN for an analyzed plan. Their cost is that of a walk through the
// plan and of asking each table how many rows it has.
func Rows(ctx *sql.Context, of Source, root sql.Node) []sql.Row {
	w := &walker{ctx: ctx, Source: of}
	q := w.query(root, "")
	if q.kind == "" && w.all > 1 {
		q.kind = "PRIMARY"
	}
	w.number(q)
	var rows []sql.Row
	q.write(&rows)
	return rows
}

// query reads one of a plan's queries.
func (w *walker) query(n sql.Node, kind string) *query {
	w.all++
	q := &query{kind: kind}
	w.node(q, n)
	q.finish()
	return q
}

// finish tells the first table what is done with the rows of all.
func (q *query) finish() {
	if len(q.lines) == 0 {
		l := newLine("")
		if q.result == nil {
			l.add("No tables used")
		}
		q.lines = append(q.lines, l)
	}
	first := q.lines[0]
	if q.result != nil {
		first = q.result
	}
	if q.temporary && first.table+first.access != "" {
		first.add("Using temporary")
	}
	if q.filesort && (first.table+first.access != "" || q.result != nil) {
		first.add("Using filesort")
	}
}

// number gives the queries their numbers.
func (w *walker) number(q *query) {
	w.next++
	q.id = w.next
	for _, list := range [...][]*query{q.selected, q.derived, q.others, q.united} {
		for _, within := range list {
			w.number(within)
		}
	}
}

// write appends the rows of a query and of those in it.
func (q *query) write(rows *[]sql.Row) {
	kind := q.kind
	if kind == "" {
		kind = "SIMPLE"
	}
	for _, l := range q.lines {
		if l.kind == "" {
			l.kind = kind
		}
		l.id = q.id
		*rows = append(*rows, l.row())
	}
	for _, list := range [...][]*query{q.selected, q.derived, q.others, q.united} {
		for _, within := range list {
			within.write(rows)
		}
	}
	if q.result != nil {
		numbers := []string{fmt.Sprint(q.id)}
		for _, u := range q.united {
			numbers = append(numbers, fmt.Sprint(u.id))
		}
		q.result.table = fmt.Sprintf("<%s%s>", strings.ToLower(q.result.table), strings.Join(numbers, ","))
		*rows = append(*rows, q.result.row())
	}
}

func (l *line) row() sql.Row {
	table := l.table
	if l.of != nil {
		table = fmt.Sprintf("<derived%d>", l.of.id)
	}
	slices.SortStableFunc(l.extra, func(a, b string) int { return extraRank(a) - extraRank(b) })
	row := sql.Row{l.id, l.kind, null(table), nil, null(l.access), null(strings.Join(l.possible, ",")), null(l.key), nil, null(l.ref), nil, nil, null(strings.Join(l.extra, "; "))}
	if l.join {
		row[0] = nil
	}
	if l.keyLen >= 0 {
		row[7] = fmt.Sprint(l.keyLen)
	}
	if l.rows >= 0 {
		row[9] = uint64(l.rows)
	}
	if l.access != "" && l.of == nil && !l.join && l.kind != "INSERT" && l.kind != "REPLACE" {
		row[10] = l.filteredPercent()
	}
	return row
}

// extras are what Extra says of a table, in MySQL's order.
var extras = []string{
	"Recursive", "Table function", "Backward index scan", "Using where", "Not exists", "Using index", "Using union", "Using temporary", "Using filesort",
	"FirstMatch", "Using join buffer", asksFor,
}

func extraRank(extra string) int {
	return slices.IndexFunc(extras, func(prefix string) bool { return strings.HasPrefix(extra, prefix) })
}

func null(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// node reads a node of a query and what is below it.
func (w *walker) node(q *query, n sql.Node) {
	switch n := n.(type) {
	case nil:
	case *plan.ResolvedTable:
		w.table(q, n, n.Name())
	case *plan.IndexedTableAccess:
		w.table(q, n, n.Name())
		w.read(q.lines[len(q.lines)-1], n, nil)
	case *plan.TableAlias:
		w.alias(q, n)
	case *plan.EmptyTable:
		l := newLine("")
		l.add("Impossible WHERE")
		q.lines = append(q.lines, l)
	case *plan.TableCountLookup:
		l := newLine("")
		l.add("Select tables optimized away")
		q.lines = append(q.lines, l)
	case *plan.SubqueryAlias:
		kind := "DERIVED"
		if n.IsLateral || !n.Correlated.Empty() {
			kind = "DEPENDENT DERIVED"
		}
		l := newLine(n.Name())
		l.access, l.of = "ALL", w.query(n.Child, kind)
		q.lines, q.derived = append(q.lines, l), append(q.derived, l.of)
	case *plan.JSONTable:
		l := newLine(n.Name())
		l.access = "ALL"
		l.add("Table function: json_table")
		w.expressions(&q.others, n.Expressions())
		q.lines = append(q.lines, l)
	case *plan.SetOp:
		w.union(q, n)
	case *plan.RecursiveCte:
		w.node(q, n.Left())
		w.all++
		u := &query{kind: "UNION"}
		w.node(u, n.Right())
		u.finish()
		q.united = append(q.united, u)
	case *plan.RecursiveTable:
		l := newLine(n.Name())
		l.access = "ALL"
		l.add("Recursive")
		q.lines = append(q.lines, l)
	case *plan.JoinNode:
		w.join(q, n)
	case *plan.Concat:
		w.merged(q, n)
	case *plan.Filter:
		w.filter(q, n)
	case *plan.Project:
		w.expressions(&q.selected, n.Projections)
		w.node(q, n.Child)
	case *plan.GroupBy:
		q.temporary = q.temporary || len(n.GroupByExprs) > 0
		w.expressions(&q.selected, n.SelectDeps)
		w.expressions(&q.others, n.GroupByExprs)
		w.node(q, n.Child)
	case *plan.Distinct, *plan.Window:
		q.temporary = true
		w.below(q, n)
	case *plan.Sort, *plan.TopN:
		q.filesort = true
		w.below(q, n)
	default:
		if !w.change(q, n) {
			w.below(q, n)
		}
	}
}

// below reads what a node needs that is no more than passed through.
func (w *walker) below(q *query, n sql.Node) {
	if e, ok := n.(sql.Expressioner); ok {
		w.expressions(&q.others, e.Expressions())
	}
	for _, child := range n.Children() {
		w.node(q, child)
	}
}

// expressions looks for queries in a node's expressions.
func (w *walker) expressions(list *[]*query, es []sql.Expression) {
	for _, e := range es {
		switch e := e.(type) {
		case nil, *expression.GetField, *expression.Literal:
		case *plan.Subquery:
			kind := "SUBQUERY"
			if !e.Correlated().Empty() {
				kind = "DEPENDENT SUBQUERY"
			}
			*list = append(*list, w.query(e.Query, kind))
		default:
			w.expressions(list, e.Children())
		}
	}
}

// alias reads a table by another name.
func (w *walker) alias(q *query, n *plan.TableAlias) {
	w.as = n.Name()
	w.node(q, n.Child)
	w.as = ""
}

// union reads queries that are united.
func (w *walker) union(q *query, n *plan.SetOp) {
	word := map[int]string{plan.UnionType: "UNION", plan.IntersectType: "INTERSECT", plan.ExceptType: "EXCEPT"}[n.SetOpType]
	var list []sql.Node
	var flat func(c sql.Node)
	flat = func(c sql.Node) {
		if s, ok := c.(*plan.SetOp); ok && s.SetOpType == n.SetOpType && s.Distinct == n.Distinct && len(s.SortFields) == 0 && s.Limit == nil && s.Offset == nil {
			flat(s.Left())
			flat(s.Right())
			return
		}
		list = append(list, c)
	}
	flat(n.Left())
	flat(n.Right())
	first := w.query(list[0], q.kind)
	q.lines, q.selected, q.derived, q.others, q.united, q.result = first.lines, first.selected, first.derived, first.others, first.united, first.result
	if q.kind == "" {
		q.kind = "PRIMARY"
	}
	for _, c := range list[1:] {
		q.united = append(q.united, w.query(c, word))
	}
	if n.Distinct || n.SetOpType != plan.UnionType || len(n.SortFields) > 0 {
		q.result = newLine(word)
		q.result.kind, q.result.access, q.result.join = word+" RESULT", "ALL", true
		q.temporary, q.filesort = true, len(n.SortFields) > 0
	}
}

// join reads two sides of a join.
func (w *walker) join(q *query, n *plan.JoinNode) {
	w.apart++
	w.node(q, n.Left())
	at := len(q.lines)
	w.node(q, n.Right())
	w.apart--
	w.expressions(&q.others, []sql.Expression{n.Filter})
	if at == len(q.lines) || at == 0 {
		return
	}
	right, last := q.lines[at], q.lines[len(q.lines)-1]
	if n.Filter != nil {
		last.check(n.Filter)
	}
	switch {
	case n.Op.IsAnti():
		right.add("Not exists")
	case n.Op.IsSemi():
		last.add("FirstMatch(" + q.lines[at-1].table + ")")
	}
	if n.Op.IsHash() {
		right.add("Using join buffer (hash join)")
	}
}

// filter reads a condition, which is that of the last table below it.
func (w *walker) filter(q *query, n *plan.Filter) {
	at := len(q.lines)
	w.node(q, n.Child)
	w.expressions(&q.others, []sql.Expression{n.Expression})
	if at < len(q.lines) {
		last := q.lines[len(q.lines)-1]
		if last.access != "" {
			last.check(n.Expression)
		}
		for _, l := range q.lines[at:] {
			l.compare(n.Expression)
		}
		w.read(last, n.Child, n.Expression)
	}
}

// merged reads a table that is looked up by several indexes.
func (w *walker) merged(q *query, n *plan.Concat) {
	at := len(q.lines)
	for _, child := range n.Children() {
		w.node(q, child)
	}
	added := q.lines[at:]
	if len(added) < 2 {
		return
	}
	one := newLine(added[0].table)
	one.access = "index_merge"
	var keys []string
	for _, l := range added {
		keys = append(keys, l.key)
		one.possible = append(one.possible, l.possible...)
	}
	one.key = strings.Join(keys, ",")
	one.add("Using union(" + one.key + ")")
	q.lines = append(q.lines[:at], one)
}

// change reads a statement that changes rows; ok is false for other nodes.
func (w *walker) change(q *query, n sql.Node) (ok bool) {
	kind := ""
	switch n := n.(type) {
	case *plan.InsertInto:
		l := newLine(tableName(n.Destination))
		l.kind, l.access = "INSERT", "ALL"
		if n.IsReplace {
			l.kind = "REPLACE"
		}
		q.lines = append(q.lines, l)
		if _, values := n.Source.(*plan.Values); !values && !hasValues(n.Source) {
			w.node(q, n.Source)
		} else {
			w.expressions(&q.others, valuesOf(n.Source))
		}
		return true
	case *plan.Truncate:
		l := newLine("")
		l.kind = "DELETE"
		if rows, known := rowsOf(w.ctx, n.Child); known {
			l.rows = rows
		}
		l.add("Deleting all rows")
		q.lines = append(q.lines, l)
		return true
	case *plan.TriggerExecutor:
		w.node(q, n.Left())
		return true
	case *plan.ForeignKeyHandler:
		w.node(q, n.OriginalNode)
		return true
	case *plan.Update:
		kind = "UPDATE"
	case *plan.DeleteFrom:
		kind = "DELETE"
	default:
		return false
	}
	at := len(q.lines)
	w.apart++
	for _, child := range n.Children() {
		w.node(q, child)
	}
	w.apart--
	changed, several := targets(n)
	for _, l := range q.lines[at:] {
		if !several || changed[strings.ToLower(l.table)] {
			l.kind = kind
		}
		if !several && (l.access == "const" || l.access == "ref") {
			l.access = "range" // MySQL looks up none beforehand that it is to change
		}
	}
	return true
}

// targets are the tables that a statement changes, in lower case; several is false for
// one that reads no other.
func targets(n sql.Node) (names map[string]bool, several bool) {
	names = make(map[string]bool)
	switch n := n.(type) {
	case *plan.Update:
		for c := n.Child; c != nil; {
			if j, ok := c.(*plan.UpdateJoin); ok {
				for name := range j.UpdateTargets {
					names[strings.ToLower(name)] = true
				}
				return names, true
			}
			children := c.Children()
			if len(children) == 0 {
				break
			}
			c = children[0]
		}
	case *plan.DeleteFrom:
		if !n.HasExplicitTargets() {
			return names, false
		}
		for _, t := range n.GetDeleteTargets() {
			names[strings.ToLower(tableName(t))] = true
		}
		return names, true
	}
	return names, false
}

// tableName is the name of the first table at or below a node.
func tableName(n sql.Node) string {
	for n != nil {
		if named, ok := n.(sql.Nameable); ok {
			return named.Name()
		}
		children := n.Children()
		if len(children) == 0 {
			break
		}
		n = children[0]
	}
	return ""
}

// hasValues says whether rows that are inserted stand in the statement.
func hasValues(n sql.Node) bool {
	for n != nil {
		switch n.(type) {
		case *plan.Values, *plan.ValueDerivedTable:
			return true
		}
		children := n.Children()
		if len(children) != 1 {
			return false
		}
		n = children[0]
	}
	return false
}

func valuesOf(n sql.Node) (list []sql.Expression) {
	for n != nil {
		if v, ok := n.(*plan.Values); ok {
			for _, row := range v.ExpressionTuples {
				list = append(list, row...)
			}
			return list
		}
		children := n.Children()
		if len(children) != 1 {
			return list
		}
		n = children[0]
	}
	return list
}
