package metalock

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	ast "github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/definition"
	"github.com/perfschema/perfschema/gms/internal/table"
)

// tableNameOf returns the name of a table, in small letters.
func tableNameOf(database, name string) tableName {
	return tableName{strings.ToLower(database), strings.ToLower(name)}
}

// Definitions are the tables that a statement defines, and how.
type Definitions struct {
	names   []definedName
	Renames bool // some of them get other names
}

// None reports whether the statement defines no table.
func (d Definitions) None() bool { return len(d.names) == 0 }

// Each calls f with the names, in small letters, until that fails.
func (d Definitions) Each(ctx *sql.Context, f func(ctx *sql.Context, database, name string) error) error {
	for _, n := range d.names {
		if err := f(ctx, n.schema, n.name); err != nil {
			return err
		}
	}
	return nil
}

// FindsTable reports whether a CREATE ... IF NOT EXISTS, which has its locks, names a table or
// view that exists.
func (d Definitions) FindsTable(ctx *sql.Context, catalog *analyzer.Catalog, stmt ast.Statement) bool {
	s, ok := stmt.(*ast.DDL)
	first := d.names[0]
	if !ok || !s.IfNotExists || s.Action != ast.CreateStr || first.mode != definitionNew {
		return false
	}
	return definition.IsTable(ctx, catalog, table.Computed, first.schema, first.name)
}

// DefinitionsOf returns the tables that a statement makes, changes or drops. isTemporary reports
// whether a table is a temporary one of the session; it is asked of a session that has made some.
func DefinitionsOf(ctx *sql.Context, u *Use, stmt ast.Statement, isTemporary func(ctx *sql.Context, database, name string) bool) Definitions {
	names, renames := definedBy(ctx, u, stmt, isTemporary)
	return Definitions{names, renames}
}

func definedBy(ctx *sql.Context, u *Use, stmt ast.Statement, isTemporary func(ctx *sql.Context, database, name string) bool) (names []definedName, renames bool) {
	add := func(t ast.TableName, mode definitionMode) {
		database := t.DbQualifier.String()
		if database == "" {
			database = ctx.GetCurrentDatabase()
		}
		name := tableNameOf(database, t.Name.String())
		if name.name == "" || computed.IsOfServer(name.schema) || u.temporary && mode != definitionNew && isTemporary(ctx, name.schema, name.name) {
			return
		}
		for _, n := range names {
			if n.tableName == name {
				return
			}
		}
		names = append(names, definedName{name, mode})
	}
	switch s := stmt.(type) {
	case *ast.AlterTable:
		add(s.Table, definitionExclusive)
		for _, part := range s.Statements {
			for _, t := range part.ToTables {
				add(t, definitionExclusive)
				renames = true
			}
		}
	case *ast.DBDDL:
		if s.Action == ast.DropStr {
			if name := tableNameOf(s.DBName, ""); !computed.IsOfServer(name.schema) {
				names = append(names, definedName{name, definitionExclusive})
			}
		}
	case *ast.DDL:
		switch {
		case s.ProcedureSpec != nil || s.EventSpec != nil:
			return nil, false
		case s.ViewSpec != nil:
			mode := definitionNew
			if s.OrReplace || s.Action != ast.CreateStr {
				mode = definitionExclusive
			}
			add(s.ViewSpec.ViewName, mode)
			return names, false
		case s.TriggerSpec != nil:
			if s.Action == ast.CreateStr {
				add(s.Table, definitionExclusive)
			}
			return names, false
		}
		mode := definitionExclusive
		if s.Action == ast.CreateStr && s.IndexSpec == nil {
			mode = definitionNew
		}
		add(s.Table, mode)
		for _, t := range s.FromTables {
			add(t, definitionExclusive)
		}
		for _, t := range s.FromViews {
			add(t, definitionExclusive)
		}
		for _, t := range s.ToTables {
			add(t, definitionExclusive)
			renames = true
		}
	}
	return names, renames
}
