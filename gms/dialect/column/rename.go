package column

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/definition"
)

// Parts of a table are found by its name: its triggers by the name that their statements have,
// and checks that were made without a name have the table's in their own. The engine renames
// neither with the table.

// renamed is a table before and after a RENAME TABLE.
type renamed struct {
	from, to string
}

// renamedTables returns the tables of a RENAME TABLE, of which one may be renamed more than once,
// as in RENAME TABLE a TO x, b TO a, x TO b.
func renamedTables(n *plan.RenameTable) (tables []renamed) {
	for i, from := range n.OldNames {
		to := n.NewNames[i]
		at := slices.IndexFunc(tables, func(r renamed) bool { return strings.EqualFold(r.to, from) })
		if at < 0 {
			tables = append(tables, renamed{from, to})
			continue
		}
		tables[at].to = to
	}
	return slices.DeleteFunc(tables, func(r renamed) bool { return r.from == r.to })
}

// renameParts gives the parts of tables, which have been renamed, the new names.
func renameParts(ctx *sql.Context, n *plan.RenameTable) error {
	tables := renamedTables(n)
	for _, r := range tables {
		if err := renameChecks(ctx, n.Database(), r); err != nil {
			return err
		}
	}
	return renameTriggers(ctx, n.Database(), tables)
}

// renameChecks gives a table's checks that have its old name the new one.
func renameChecks(ctx *sql.Context, db sql.Database, r renamed) error {
	now := Alteration{database: db, table: r.to}
	checked, _ := now.found(ctx).(sql.CheckTable)
	alterable, ok := checked.(sql.CheckAlterableTable)
	if !ok {
		return nil
	}
	checks, err := checked.GetChecks(ctx)
	if err != nil {
		return err //nolint:wrapcheck // the engine's own
	}
	for _, c := range slices.Clone(checks) {
		number, ok := checkNumber(c.Name, r.from)
		if !ok {
			continue
		}
		if err := alterable.DropCheck(ctx, c.Name); err != nil {
			return fmt.Errorf("check %s of a table that is renamed: %w", c.Name, err)
		}
		c.Name = checkName(r.to, number)
		if err := alterable.CreateCheck(ctx, &c); err != nil {
			return fmt.Errorf("check %s of a table that is renamed: %w", c.Name, err)
		}
	}
	return nil
}

// renameTriggers makes the triggers of tables anew with the tables' new names. Each keeps its
// sql_mode, the time it was made and its place among others.
func renameTriggers(ctx *sql.Context, db sql.Database, tables []renamed) error {
	of, ok := db.(sql.TriggerDatabase)
	if !ok {
		return nil
	}
	triggers, err := definition.Triggers(ctx, db)
	if err != nil {
		return err //nolint:wrapcheck // it tells the same
	}
	own := sql.LoadSqlMode(ctx).String()
	for _, t := range triggers {
		at := slices.IndexFunc(tables, func(r renamed) bool { return strings.EqualFold(r.from, t.Table) })
		if at < 0 {
			continue
		}
		if err := redefineTrigger(ctx, of, t.OnTable(tables[at].to), own); err != nil {
			return fmt.Errorf("trigger %s of a table that is renamed: %w", t.Name, err)
		}
	}
	return nil
}

// redefineTrigger puts a definition in the place of the one with the same name. The storage keeps
// the sql_mode of the session with it, which is the trigger's meanwhile.
func redefineTrigger(ctx *sql.Context, db sql.TriggerDatabase, t sql.TriggerDefinition, own string) error {
	if err := db.DropTrigger(ctx, t.Name); err != nil {
		return err //nolint:wrapcheck // wrapped by the caller
	}
	if t.SqlMode != own {
		if err := ctx.SetSessionVariable(ctx, sql.SqlModeSessionVar, t.SqlMode); err != nil {
			return err //nolint:wrapcheck // wrapped by the caller
		}
		defer func() { _ = ctx.SetSessionVariable(ctx, sql.SqlModeSessionVar, own) }() // which it was
	}
	return db.CreateTrigger(ctx, t) //nolint:wrapcheck // wrapped by the caller
}
