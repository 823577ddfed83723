package table

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/information"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// Of a stored table the engine's SHOW COLUMNS and COLUMNS do not tell which columns are
// computed, how, and which take the time of an UPDATE, and give defaults as they were
// written. Who compares a table with a model of it, or copies it, goes by these.

// showStored is SHOW [FULL] COLUMNS of a stored table.
func showStored(show *plan.ShowColumns, t *plan.ResolvedTable) sql.Node {
	return &shownTable{t, &node.Command{Text: "SHOW COLUMNS", Columns: show.Schema(), Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		keys, err := columnKeys(ctx, t)
		if err != nil {
			return nil, err
		}
		held := heldOnTable(ctx, t)
		var rows []sql.Row
		for _, c := range show.TargetSchema() {
			var collation any
			if typ, ok := c.Type.(sql.TypeWithCollation); ok && typ.Collation() != sql.Collation_binary && !types.IsJSON(c.Type) {
				collation = typ.Collation().Name()
			}
			null := "NO"
			if c.Nullable {
				null = "YES"
			}
			row := sql.NewRow(c.Name, shownType{c.Type}.String(), null, keys[strings.ToLower(c.Name)], columnDefault(ctx, c), columnExtra(c))
			if show.Full {
				row = sql.NewRow(row[0], row[1], collation, row[2], row[3], row[4], row[5], held, c.Comment)
			}
			rows = append(rows, row)
		}
		return rows, nil
	}}}
}

// shownTable is a statement that shows a table, which it opens.
type shownTable struct {
	table *plan.ResolvedTable
	*node.Command
}

// Children implements sql.Node.
func (s *shownTable) Children() []sql.Node { return []sql.Node{s.table} }

// WithChildren implements sql.Node.
func (s *shownTable) WithChildren(children ...sql.Node) (sql.Node, error) {
	if len(children) != 1 {
		return nil, sql.ErrInvalidChildrenNumber.New(s, len(children), 1)
	}
	if t, ok := children[0].(*plan.ResolvedTable); ok {
		return &shownTable{t, s.Command}, nil
	}
	return s, nil
}

// columnKeys are what MySQL says of columns with an index: PRI, UNI or MUL. The names are
// in lower case.
func columnKeys(ctx *sql.Context, t *plan.ResolvedTable) (map[string]string, error) {
	keys := make(map[string]string)
	primary := false
	for _, c := range t.Schema() {
		if c.PrimaryKey {
			keys[strings.ToLower(c.Name)], primary = "PRI", true
		}
	}
	addressed, ok := t.UnderlyingTable().(sql.IndexAddressable)
	if !ok {
		return keys, nil
	}
	indexes, err := addressed.GetIndexes(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // the engine's own
	}
	if !primary {
		promote(indexes, t, keys)
	}
	for _, x := range indexes {
		columns := x.Expressions()
		c := plan.GetColumnFromIndexExpr(columns[0], t)
		if c == nil {
			continue
		}
		key := "MUL"
		if x.IsUnique() && len(columns) == 1 {
			key = "UNI"
		}
		if have := keys[strings.ToLower(c.Name)]; have == "" || have == "MUL" {
			keys[strings.ToLower(c.Name)] = key
		}
	}
	return keys, nil
}

// promote has the first unique index of which no column may be NULL be the primary key of a
// table that has none.
func promote(indexes []sql.Index, t *plan.ResolvedTable, keys map[string]string) {
	for _, x := range indexes {
		if !x.IsUnique() || len(x.PrefixLengths()) > 0 {
			continue
		}
		var names []string
		for _, e := range x.Expressions() {
			c := plan.GetColumnFromIndexExpr(e, t)
			if c == nil || c.Nullable {
				names = nil
				break
			}
			names = append(names, strings.ToLower(c.Name))
		}
		for _, name := range names {
			keys[name] = "PRI"
		}
		if len(names) > 0 {
			return
		}
	}
}

// heldOnTable are the rights on a table's columns that the session has.
func heldOnTable(ctx *sql.Context, t *plan.ResolvedTable) string {
	if isInformationSchema(t.SqlDatabase.Name()) {
		return selectAlone
	}
	all, _ := ctx.GetPrivilegeSet()
	if all == nil {
		return ""
	}
	database := all.Database(t.SqlDatabase.Name())
	on := database.Table(t.Name())
	var held []string
	for _, p := range []struct {
		name string
		is   sql.PrivilegeType
	}{{"select", sql.PrivilegeType_Select}, {"insert", sql.PrivilegeType_Insert}, {"update", sql.PrivilegeType_Update}, {"references", sql.PrivilegeType_References}} {
		if all.Has(p.is) || database.Has(p.is) || on.Has(p.is) {
			held = append(held, p.name)
		}
	}
	return strings.Join(held, ",")
}

// columnExtra is what MySQL says besides of a column.
func columnExtra(c *sql.Column) string {
	var extra []string
	switch {
	case c.Generated != nil && c.Virtual:
		extra = append(extra, "VIRTUAL GENERATED")
	case c.Generated != nil:
		extra = append(extra, "STORED GENERATED")
	case c.AutoIncrement:
		extra = append(extra, "auto_increment")
	case c.Default != nil && !c.Default.IsLiteral():
		extra = append(extra, "DEFAULT_GENERATED")
	}
	if c.OnUpdate != nil {
		extra = append(extra, "on update "+onUpdate(c.OnUpdate))
	}
	return strings.Join(extra, " ")
}

// onUpdate is what a column takes when its row changes, in MySQL's word for it.
func onUpdate(v *sql.ColumnDefaultValue) string {
	text := strings.Trim(v.String(), "()")
	if _, digits, ok := strings.Cut(text, "("); ok && digits != "" {
		return "CURRENT_TIMESTAMP(" + digits + ")"
	}
	return "CURRENT_TIMESTAMP"
}

// columnDefault is a column's default as MySQL shows it, nil for none.
func columnDefault(ctx *sql.Context, c *sql.Column) any {
	if c.Generated != nil {
		return nil
	}
	if c.Default != nil && c.Default.IsLiteral() && (types.IsEnum(c.Type) || types.IsSet(c.Type)) {
		// The engine has the name as it is written, its quotes doubled.
		value, err := c.Default.Eval(ctx, nil)
		if err != nil || value == nil {
			return nil
		}
		if shown, err := c.Type.SQL(ctx, nil, value); err == nil {
			return shown.ToString()
		}
	}
	value := information_schema.GetColumnDefault(ctx, c.Default)
	text, ok := value.(string)
	if ok && (types.IsDecimal(c.Type) || types.IsTime(c.Type)) && c.Default.IsLiteral() {
		if exact, _, err := c.Type.Convert(ctx, text); err == nil {
			if shown, err := c.Type.SQL(ctx, nil, exact); err == nil {
				return shown.ToString()
			}
		}
	}
	return value
}

// generation is the expression that a column is computed by.
func generation(c *sql.Column) string {
	if c.Generated == nil {
		return ""
	}
	return withoutBrackets(withoutBrackets(c.Generated.String())) // those of AS (...), and the engine's
}

// withoutBrackets takes a pair away from around an expression.
func withoutBrackets(text string) string {
	if !strings.HasPrefix(text, "(") || !strings.HasSuffix(text, ")") {
		return text
	}
	scanner, depth := words.Scanner{Text: text}, 0
	for w := scanner.Next(); w.Kind != words.End; w = scanner.Next() {
		switch text[w.Start] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth == 0 && w.End < len(text) {
			return text
		}
	}
	return text[1 : len(text)-1]
}

// describeStored has COLUMNS tell the same of stored tables.
func describeStored(columns *information_schema.ColumnsTable) {
	at := columns.TableSchema.IndexOfColName
	places := [...]int{at("TABLE_SCHEMA"), at("TABLE_NAME"), at("COLUMN_NAME"), at("COLUMN_DEFAULT"), at("EXTRA"), at("GENERATION_EXPRESSION")}
	for _, place := range places {
		if place < 0 {
			return
		}
	}
	read := columns.RowIter
	columns.RowIter = func(ctx *sql.Context, c sql.Catalog, all sql.Schema) (sql.RowIter, error) {
		rows, err := read(ctx, c, all)
		if err != nil {
			return nil, err
		}
		told := make(map[[3]string]*sql.Column)
		for _, c := range all {
			if c.Generated != nil || c.OnUpdate != nil || c.Default != nil && (types.IsDecimal(c.Type) || types.IsTime(c.Type)) {
				told[[3]string{strings.ToLower(c.DatabaseSource), strings.ToLower(c.Source), strings.ToLower(c.Name)}] = c
			}
		}
		if len(told) == 0 {
			return rows, nil
		}
		return &information.Rows{RowIter: rows, Correct: func(row sql.Row) {
			var name [3]string
			for i := range name {
				text, _ := row[places[i]].(string)
				name[i] = strings.ToLower(text)
			}
			c := told[name]
			if c == nil {
				return
			}
			row[places[3]], row[places[4]], row[places[5]] = columnDefault(ctx, c), columnExtra(c), generation(c)
		}}, nil
	}
}
