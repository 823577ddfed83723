package sqlerr

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/mysql"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"
	goerrors "gopkg.in/src-d/go-errors.v1"
)

// primaryIndex is the name of every primary key.
const primaryIndex = "PRIMARY"

// DuplicateOf says whether an error is of a row whose key another one has, which
// that is, and whether the key is the primary one.
func DuplicateOf(err error) (existing sql.Row, primary, ok bool) {
	if !sql.ErrPrimaryKeyViolation.Is(err) && !sql.ErrUniqueKeyViolation.Is(err) {
		return nil, false, false
	}
	e, isKind := err.(*goerrors.Error) //nolint:errorlint // as the engine makes them
	if !isKind {
		return nil, false, false
	}
	key, isKey := e.Cause().(sql.UniqueKeyError) //nolint:errorlint // likewise
	return key.Existing, key.IsPK, isKey
}

// DuplicateEntry is MySQL's error of a row that a table did not take because of
// another; nil if its key cannot be told.
func DuplicateEntry(ctx *sql.Context, t sql.Table, row, existing sql.Row, primary bool) *mysql.SQLError {
	indexed, ok := t.(sql.IndexAddressable)
	if !ok || len(row) == 0 {
		return nil
	}
	indexes, _ := indexed.GetIndexes(ctx) // none if it fails
	var broken sql.Index
	for _, index := range indexes {
		if !index.IsUnique() || primary != (index.ID() == primaryIndex) {
			continue
		}
		if !primary && !sameKeyOf(ctx, t, index, row, existing) {
			continue
		}
		broken = index // the first: the table looks at its indexes in their order
		break
	}
	if broken == nil {
		return nil
	}
	values := make([]string, 0, len(broken.Expressions()))
	for i := range broken.Expressions() {
		c, v := keyPart(ctx, t, broken, i, row)
		if c == nil {
			return nil
		}
		text, ok := keyText(ctx, c.Type, v)
		if !ok {
			return nil
		}
		values = append(values, text)
	}
	return duplicateKey(strings.Join(values, "-"), t.Name(), broken.ID())
}

// duplicateKey is MySQL's error of a value that a unique key has already.
func duplicateKey(value, table, key string) *mysql.SQLError {
	return mysql.NewSQLError(mysql.ERDupEntry, StateDuplicate, "Duplicate entry '%s' for key '%s.%s'", cutText(value, 64), table, key)
}

// keyPart is the column of a part of an index, and its value in a row, as long as
// the index keeps it; a nil column if it is none of the row's.
func keyPart(ctx *sql.Context, t sql.Table, index sql.Index, part int, row sql.Row) (*sql.Column, any) {
	expr := index.Expressions()[part]
	name := expr[strings.LastIndexByte(expr, '.')+1:]
	for i, c := range t.Schema() {
		if !strings.EqualFold(c.Name, name) || i >= len(row) {
			continue
		}
		v, err := sql.UnwrapAny(ctx, row[i])
		if err != nil {
			return nil, nil
		}
		if prefixes := index.PrefixLengths(); part < len(prefixes) && prefixes[part] > 0 {
			v = prefixOf(v, int(prefixes[part]))
		}
		return c, v
	}
	return nil, nil
}

func prefixOf(v any, length int) any {
	switch v := v.(type) {
	case string:
		if runes := []rune(v); len(runes) > length {
			return string(runes[:length])
		}
	case []byte:
		return v[:min(length, len(v))]
	}
	return v
}

// sameKeyOf says whether two rows have one key.
func sameKeyOf(ctx *sql.Context, t sql.Table, index sql.Index, a, b sql.Row) bool {
	for i := range index.Expressions() {
		c, x := keyPart(ctx, t, index, i, a)
		_, y := keyPart(ctx, t, index, i, b)
		if c == nil || x == nil || y == nil {
			return false
		}
		if order, err := c.Type.Compare(ctx, x, y); err != nil || order != 0 {
			return false
		}
	}
	return true
}

// keyText is a value as it stands in MySQL's message.
func keyText(ctx *sql.Context, t sql.Type, v any) (string, bool) {
	if v == nil {
		return "NULL", true
	}
	shown, err := t.SQL(ctx, nil, v)
	if err != nil {
		return "", false
	}
	return hexed(shown.ToString(), types.IsBinaryType(t)), true
}

// uniqueIndexError is that of a key which rows of a table have twice: of a
// statement that makes a unique index on them.
func uniqueIndexError(of *Statement, parts []string) *mysql.SQLError {
	var qualifier, table string
	var spec *ast.IndexSpec
	switch stmt := of.statement().(type) {
	case *ast.DDL:
		qualifier, table, spec = stmt.Table.DbQualifier.String(), stmt.Table.Name.String(), stmt.IndexSpec
	case *ast.AlterTable:
		qualifier, table = stmt.Table.DbQualifier.String(), stmt.Table.Name.String()
		for _, ddl := range stmt.Statements {
			if ddl.IndexSpec == nil {
				continue
			}
			if spec != nil {
				return nil // which of them is not known
			}
			spec = ddl.IndexSpec
		}
	}
	if spec == nil || spec.Action != ast.CreateStr {
		return nil
	}
	// The engine gives the values of the key, and behind those of another than the
	// primary one the row's own.
	values := strings.Split(strings.TrimSuffix(strings.TrimPrefix(parts[1], "["), "]"), ",")
	n := len(spec.Columns)
	if spec.Type != ast.PrimaryStr {
		t := of.table(qualifier, table)
		if t == nil {
			return nil
		}
		for _, c := range t.Schema() {
			if c.PrimaryKey {
				n++
			}
		}
	}
	if len(values) != n {
		return nil // a value has a comma in it
	}
	name := spec.ToName.String()
	switch {
	case spec.Type == ast.PrimaryStr:
		name = primaryIndex
	case name == "" && len(spec.Columns) > 0:
		name = spec.Columns[0].Column.String()
	}
	return duplicateKey(strings.Join(values[:len(spec.Columns)], "-"), table, name)
}

// ForeignKey is MySQL's error of a row that a foreign key of one of the tables
// of a handler does not allow; nil if it is none.
func ForeignKey(h *plan.ForeignKeyHandler, err error) *mysql.SQLError {
	var parts []string
	number, what := mysql.ErNoReferencedRow2, "add or update a child"
	child := errorText{kind: sql.ErrForeignKeyChildViolation}
	parent := errorText{kind: sql.ErrForeignKeyParentViolation}
	if parts = child.parts(err.Error()); parts == nil {
		number, what = mysql.ERRowIsReferenced2, "delete or update a parent"
		if parts = parent.parts(err.Error()); parts == nil {
			return nil
		}
	}
	// The engine gives the foreign key's name and its table.
	key := findForeignKey(h.Editor, parts[1], parts[2], map[*plan.ForeignKeyEditor]bool{})
	if key == nil {
		return nil
	}
	return mysql.NewSQLError(number, StateDuplicate, "Cannot %s row: a foreign key constraint fails (%s)", what, foreignKeyText(key))
}

// findForeignKey finds a foreign key among those that a change of a table leads to.
func findForeignKey(e *plan.ForeignKeyEditor, name, table string, seen map[*plan.ForeignKeyEditor]bool) *sql.ForeignKeyConstraint {
	if e == nil || seen[e] {
		return nil
	}
	seen[e] = true
	is := func(k *sql.ForeignKeyConstraint) bool {
		return strings.EqualFold(k.Name, name) && strings.EqualFold(k.Table, table)
	}
	for _, r := range e.References {
		if is(&r.ForeignKey) {
			return &r.ForeignKey
		}
	}
	for i := range e.RefActions {
		a := &e.RefActions[i]
		if is(&a.ForeignKey) {
			return &a.ForeignKey
		}
		if key := findForeignKey(a.Editor, name, table, seen); key != nil {
			return key
		}
	}
	return nil
}

// foreignKeyText is a foreign key as MySQL's messages show it.
func foreignKeyText(k *sql.ForeignKeyConstraint) string {
	var b strings.Builder
	b.WriteString(quotedName(k.Database) + "." + quotedName(k.Table) + ", CONSTRAINT " + quotedName(k.Name) + " FOREIGN KEY (" + quotedNames(k.Columns) + ") REFERENCES ")
	if !strings.EqualFold(k.Database, k.ParentDatabase) {
		b.WriteString(quotedName(k.ParentDatabase) + ".")
	}
	b.WriteString(quotedName(k.ParentTable) + " (" + quotedNames(k.ParentColumns) + ")")
	for _, on := range []struct {
		event  string
		action sql.ForeignKeyReferentialAction
	}{{"DELETE", k.OnDelete}, {"UPDATE", k.OnUpdate}} {
		switch on.action {
		case sql.ForeignKeyReferentialAction_DefaultAction, sql.ForeignKeyReferentialAction_NoAction:
		default:
			b.WriteString(" ON " + on.event + " " + string(on.action))
		}
	}
	return b.String()
}

func quotedName(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

func quotedNames(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = quotedName(n)
	}
	return strings.Join(quoted, ", ")
}

// dropParentError is that of a table which is not dropped because of a foreign key
// of another.
func dropParentError(of *Statement, parts []string) *mysql.SQLError {
	t := of.table("", parts[1])
	keyed, ok := t.(sql.ForeignKeyTable)
	if !ok {
		return nil
	}
	keys, _ := keyed.GetReferencedForeignKeys(of.context()) // none if it fails
	for _, k := range keys {
		if strings.EqualFold(k.Name, parts[2]) {
			return mysql.NewSQLError(3730, StateGeneral, "Cannot drop table '%s' referenced by a foreign key constraint '%s' on table '%s'.", parts[1], k.Name, k.Table)
		}
	}
	return nil
}

// errCheckViolated is ER_CHECK_CONSTRAINT_VIOLATED.
const errCheckViolated = 3819

// CheckViolated is MySQL's error of a row for which a check is false.
func CheckViolated(check string) *mysql.SQLError {
	return mysql.NewSQLError(errCheckViolated, StateGeneral, "Check constraint '%s' is violated.", check)
}
