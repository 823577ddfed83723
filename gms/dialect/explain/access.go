package explain

import (
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// table reads how a table is read.
func (w *walker) table(q *query, n sql.Node, name string) {
	if w.as != "" {
		name = w.as
	}
	l := newLine(name)
	switch n := n.(type) {
	case *plan.ResolvedTable:
		if plan.IsDualTable(n.Table) {
			return
		}
		l.access = "ALL"
		if rows, known := rowsOf(w.ctx, n); known {
			l.rows, l.counted = rows, !isComputed(n)
		}
	case *plan.IndexedTableAccess:
		w.lookup(l, n)
	}
	if t, ok := n.(sql.TableNode); ok {
		if indexed, ok := t.UnderlyingTable().(sql.IndexAddressable); ok {
			l.indexes, _ = indexed.GetIndexes(w.ctx) // without them no key is possible
		}
	}
	for _, query := range w.asked(w.ctx, n) {
		l.add(asksFor + query)
	}
	q.lines = append(q.lines, l)
}

// asksFor begins what is said of a table that another server is asked for.
const asksFor = "Asks for "

// lookup reads how an index is used.
func (w *walker) lookup(l *line, n *plan.IndexedTableAccess) {
	index := n.Index()
	types := index.ColumnExpressionTypes()
	l.possible, l.key = []string{index.ID()}, index.ID()
	parts, used := len(types), 0
	if !n.IsStatic() {
		l.access = "ref"
		if n.IsStrictLookup() {
			l.access, l.rows = "eq_ref", 1
		}
		var refs []string
		for _, e := range n.Expressions() {
			refs = append(refs, reference(e))
		}
		l.ref, used = strings.Join(refs, ","), len(refs)
		l.use(n, min(used, parts), min(used, parts))
		w.perKey(l, n)
		return
	}
	lookup, _, err := n.GetLookup(w.ctx, nil)
	equal := 0
	if err == nil {
		equal, used = keyParts(w.ctx, lookup, parts)
	}
	switch {
	case err != nil || index.IsFullText() || index.IsSpatial() || index.IsVector():
		l.access = "index"
		if index.IsFullText() {
			l.access = "fulltext"
		} else if index.IsSpatial() {
			l.access = "range"
		}
		return
	case lookup.IsEmptyRange:
		*l = *newLine("")
		l.add("Impossible WHERE")
		return
	case equal > 0 && several(lookup):
		l.access = "range"
	case equal > 0 && equal == used && index.IsUnique() && equal == parts:
		l.access, l.rows = "const", 1
	case equal > 0 && equal == used:
		l.access = "ref"
	case index.IndexType() == node.HashIndex && equal == 0:
		// It finds equal values alone: all rows are read.
		l.access, l.key, used = "ALL", "", 0
		if rows, known := rowsOf(w.ctx, n); known {
			l.rows, l.counted = rows, !isComputed(n)
		}
	case index.IndexType() == node.HashIndex:
		l.access, used = "ref", equal
	case used > 0:
		l.access = "range"
	default:
		l.access, l.possible, used = "index", nil, parts
		if rows, known := rowsOf(w.ctx, n); known {
			l.rows = rows
		}
	}
	if l.access == "const" || l.access == "ref" {
		l.ref = strings.TrimSuffix(strings.Repeat("const,", used), ",")
	}
	l.use(n, used, equal)
	w.perKey(l, n)
	if lookup.IsReverse {
		l.add("Backward index scan")
	}
}

// keyParts says of how many columns of an index, from the first on, each range of a look-up
// names the value, and how many it uses at all.
func keyParts(ctx *sql.Context, lookup sql.IndexLookup, parts int) (equal, used int) {
	ranges, ok := lookup.Ranges.(sql.MySQLRangeCollection)
	if !ok {
		return 0, 0
	}
	equal = parts
	for _, r := range ranges {
		e, u := 0, 0
		for at, column := range r[:min(len(r), parts)] {
			lower, hasLower := node.CutKey(column.LowerBound)
			upper, hasUpper := node.CutKey(column.UpperBound)
			isNull := column.Type() == sql.RangeType_EqualNull
			if !hasLower && !hasUpper && !isNull && !isNotNull(column) {
				break
			}
			u = at + 1
			if e == at && (isNull || hasLower && hasUpper && node.SameKey(ctx, column.Typ, lower, upper)) {
				e++
				continue
			}
			break
		}
		equal, used = min(equal, e), max(used, u)
	}
	return min(equal, used), used
}

func several(lookup sql.IndexLookup) bool { return lookup.Ranges.Len() > 1 }

// isNotNull says whether a range is that of IS NOT NULL.
func isNotNull(c sql.MySQLRangeColumnExpr) bool {
	_, above := c.LowerBound.(sql.AboveNull)
	return above && c.Type() == sql.RangeType_GreaterThan
}

// reference is what a key is compared with, as EXPLAIN names it.
func reference(e sql.Expression) string {
	switch e := e.(type) {
	case *expression.GetField:
		name := e.Name()
		if e.Table() != "" {
			name = e.Table() + "." + name
		}
		if e.Database() != "" {
			name = e.Database() + "." + name
		}
		return name
	case *expression.Literal:
		return "const"
	}
	return "func"
}

// use notes how many columns of its key a look-up uses, and of how many of them it names
// the value.
func (l *line) use(n *plan.IndexedTableAccess, used, equal int) {
	if l.key == "" {
		return
	}
	index := n.Index()
	l.parts = used
	l.keyed, l.used = make(map[string]bool, equal), make(map[string]bool, used)
	for i, e := range index.Expressions() {
		if i < used {
			l.used[columnName(e)] = true
		}
		if i < equal {
			l.keyed[columnName(e)] = true
		}
	}
	if used > 0 {
		l.keyLen = keyLength(n, used)
	}
	if covering(n, index) {
		l.add("Using index")
	}
}

// perKey is how many rows an index has for each of its values, where statistics tell.
func (w *walker) perKey(l *line, n *plan.IndexedTableAccess) {
	db := n.Database()
	if l.access != "ref" || w.Stats == nil || db == nil || l.parts < len(n.Index().Expressions()) {
		return
	}
	list, err := w.Stats.GetTableStats(w.ctx, db.Name(), n.UnderlyingTable())
	if err != nil {
		return
	}
	for _, s := range list {
		if strings.EqualFold(s.Qualifier().Index(), n.Index().ID()) && s.DistinctCount() > 0 {
			l.rows = int64(max(s.RowCount()/s.DistinctCount(), 1))
		}
	}
}

// covering says whether an index has all columns that are read.
func covering(n *plan.IndexedTableAccess, index sql.Index) bool {
	projected, ok := n.Table.(sql.ProjectedTable)
	if !ok || projected.Projections() == nil || len(index.PrefixLengths()) > 0 {
		return false
	}
	has := make(map[string]bool)
	for _, e := range index.Expressions() {
		has[columnName(e)] = true
	}
	if keyed, ok := n.UnderlyingTable().(sql.PrimaryKeyTable); ok && !strings.EqualFold(index.ID(), "PRIMARY") {
		schema := keyed.PrimaryKeySchema()
		for _, i := range schema.PkOrdinals {
			has[strings.ToLower(schema.Schema[i].Name)] = true
		}
	}
	for _, name := range projected.Projections() {
		if !has[strings.ToLower(name)] {
			return false
		}
	}
	return true
}

// columnName is the column of an index's expression, which is table.column.
func columnName(e string) string {
	return strings.Trim(strings.ToLower(e[strings.LastIndexByte(e, '.')+1:]), "`")
}

// compare adds the indexes of a table that a condition leaves a use for: those whose
// first column it compares.
func (l *line) compare(condition sql.Expression) {
	if len(l.indexes) == 0 || l.access == "" || l.access == "index" {
		return
	}
	compared := make(map[string]bool)
	comparedColumns(condition, l.table, compared)
	had := l.possible
	l.possible = nil
	for _, index := range l.indexes {
		list := index.Expressions()
		if slices.Contains(had, index.ID()) || len(list) > 0 && compared[columnName(list[0])] {
			l.possible = append(l.possible, index.ID())
		}
	}
}

// comparedColumns finds the columns of a table that are compared with something else in
// a condition that must be true, in lower case.
func comparedColumns(e sql.Expression, table string, found map[string]bool) {
	column := func(e sql.Expression) {
		f, ok := e.(*expression.GetField)
		if c, converted := e.(node.ConvertedColumn); converted {
			f, ok = c.ConvertedColumn()
		}
		if ok && strings.EqualFold(f.Table(), table) {
			found[strings.ToLower(f.Name())] = true
		}
	}
	switch e := e.(type) {
	case *expression.And:
		comparedColumns(e.LeftChild, table, found)
		comparedColumns(e.RightChild, table, found)
	case *expression.Equals, *expression.NullSafeEquals, *expression.GreaterThan, *expression.GreaterThanOrEqual, *expression.LessThan, *expression.LessThanOrEqual:
		for _, side := range e.Children() {
			column(side)
		}
	case *expression.Between:
		column(e.Val)
	case *expression.InTuple:
		column(e.Left())
	case *expression.HashInTuple:
		column(e.Left())
	case *expression.IsNull:
		column(e.Child)
	}
}

// rowsOf is how many rows a table says that it has; known is false where it cannot tell.
func rowsOf(ctx *sql.Context, n sql.Node) (rows int64, known bool) {
	for n != nil {
		var t sql.Table
		switch n := n.(type) {
		case *plan.ResolvedTable:
			t = n.UnderlyingTable()
		case *plan.IndexedTableAccess:
			t = n.UnderlyingTable()
		}
		if t == nil {
			children := n.Children()
			if len(children) == 0 {
				return 0, false
			}
			n = children[0]
			continue
		}
		counted, ok := t.(sql.StatisticsTable)
		if !ok || isInformation(n) {
			return 0, false
		}
		if c, ok := t.(interface{ CountsRows() bool }); ok && !c.CountsRows() {
			return 0, false
		}
		count, _, err := counted.RowCount(ctx)
		return int64(count), err == nil
	}
	return 0, false
}

// isComputed says whether the rows of a table are made as they are read, so that their
// number tells nothing of what comes.
func isComputed(n sql.Node) bool {
	t, ok := n.(sql.TableNode)
	if !ok {
		return false
	}
	computed, ok := t.UnderlyingTable().(interface{ HasOneRow() bool })
	return ok && !computed.HasOneRow()
}

// isInformation says whether a table is of information_schema, whose rows nobody counts.
func isInformation(n sql.Node) bool {
	t, ok := n.(sql.TableNode)
	return ok && t.Database() != nil && strings.EqualFold(t.Database().Name(), sql.InformationSchemaDatabaseName)
}

// keyLength is how many bytes the first columns of an index take in a key of MySQL's;
// -1 where that is not known.
func keyLength(n *plan.IndexedTableAccess, used int) int {
	index := n.Index()
	columns, prefixes := index.ColumnExpressionTypes(), index.PrefixLengths()
	schema := n.UnderlyingTable().Schema()
	sum := 0
	for i, c := range columns[:min(used, len(columns))] {
		prefix := 0
		if i < len(prefixes) {
			prefix = int(prefixes[i])
		}
		length := columnLength(c.Type, prefix)
		if t, ok := n.UnderlyingTable().(interface{ KeyLength(column string) int }); ok {
			if own := t.KeyLength(columnName(c.Expression)); own > 0 {
				length = own
			}
		}
		at := slices.IndexFunc(schema, func(s *sql.Column) bool { return strings.EqualFold(s.Name, columnName(c.Expression)) })
		if length < 0 || at < 0 {
			return -1
		}
		if sum += length; schema[at].Nullable {
			sum++
		}
	}
	return sum
}

// columnLength is how many bytes a column takes in a key.
func columnLength(t sql.Type, prefix int) int {
	switch kind := t.Type(); kind {
	case sqltypes.Int8, sqltypes.Uint8, sqltypes.Year:
		return 1
	case sqltypes.Int16, sqltypes.Uint16:
		return 2
	case sqltypes.Int24, sqltypes.Uint24, sqltypes.Date:
		return 3
	case sqltypes.Int32, sqltypes.Uint32, sqltypes.Float32:
		return 4
	case sqltypes.Int64, sqltypes.Uint64, sqltypes.Float64:
		return 8
	case sqltypes.Time:
		return 3 + 3 // the engine keeps microseconds
	case sqltypes.Timestamp, sqltypes.Datetime:
		length := 5
		if kind == sqltypes.Timestamp {
			length = 4
		}
		if p, ok := t.(sql.DatetimeType); ok {
			length += (p.Precision() + 1) / 2
		}
		return length
	case sqltypes.Decimal:
		if d, ok := t.(sql.DecimalType); ok {
			return decimalLength(int(d.Precision()), int(d.Scale()))
		}
	case sqltypes.Enum:
		if e, ok := t.(sql.EnumType); ok && e.NumberOfElements() > 255 {
			return 2
		}
		return 1
	case sqltypes.Set:
		if s, ok := t.(sql.SetType); ok {
			length := int(s.NumberOfElements()+7) / 8
			if length > 4 {
				length = 8
			}
			return length
		}
	case sqltypes.Bit:
		if b, ok := t.(types.BitType); ok {
			return int(b.NumberOfBits()+7) / 8
		}
	}
	return textLength(t, prefix)
}

// textLength is that of texts and bytes.
func textLength(t sql.Type, prefix int) int {
	s, ok := t.(sql.StringType)
	if !ok {
		return -1
	}
	width := int(s.Collation().CharacterSet().MaxLength())
	length := int(s.MaxCharacterLength())
	switch s.Type() {
	case sqltypes.Binary, sqltypes.VarBinary, sqltypes.Blob:
		width, length = 1, int(s.MaxByteLength())
	}
	switch s.Type() {
	case sqltypes.Text, sqltypes.Blob:
		if prefix == 0 {
			return -1
		}
	}
	if prefix > 0 {
		length = prefix
	}
	length *= width
	if kind := s.Type(); kind != sqltypes.Char && kind != sqltypes.Binary {
		length += 2
	}
	return length
}

// decimalLength is MySQL's for a DECIMAL: nine digits take four bytes.
func decimalLength(precision, scale int) int {
	left := [...]int{0, 1, 1, 2, 2, 3, 3, 4, 4, 4}
	whole := precision - scale
	return whole/9*4 + left[whole%9] + scale/9*4 + left[scale%9]
}
