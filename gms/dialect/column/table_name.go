package column

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/rule"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// Names of tables and views are stored as given and looked up without regard to letter case, as
// in MySQL with lower_case_table_names = 2. The engine and the storage compare some of them by
// their bytes: a second table whose name differs only in case would hide the first one.

// relation is a table or a view of a database.
type relation struct {
	name string // as stored
	view bool
}

// relations lists the tables of a database, without temporary ones, and then its views, where it
// is asked for them.
func relations(ctx *sql.Context, db sql.Database, views bool) ([]*relation, error) {
	for {
		fenced, ok := db.(mysql_db.PrivilegedDatabase)
		if !ok {
			break
		}
		db = fenced.Unwrap() // a name is taken whoever may see it
	}
	names, err := db.GetTableNames(ctx)
	if err != nil {
		return nil, fmt.Errorf("list the tables of %s: %w", db.Name(), err)
	}
	list := make([]*relation, 0, len(names))
	for _, name := range names {
		list = append(list, &relation{name: name})
	}
	if of, ok := db.(sql.ViewDatabase); ok && views {
		all, err := of.AllViews(ctx)
		if err != nil {
			return nil, fmt.Errorf("list the views of %s: %w", db.Name(), err)
		}
		for _, v := range all {
			list = append(list, &relation{name: v.Name, view: true})
		}
	}
	return list, nil
}

// findRelation returns the relation of a name: one stored in the same case, or else the first one
// in another case; nil if there is none.
func findRelation(list []*relation, name string) (found *relation) {
	for _, r := range list {
		if r.name == name {
			return r
		}
		if found == nil && strings.EqualFold(r.name, name) {
			found = r
		}
	}
	return found
}

// createOnce refuses a CREATE TABLE whose name differs from that of another table only in case.
// With IF NOT EXISTS it names the table that is there, which the storage then finds.
func createOnce(ctx *sql.Context, n *plan.CreateTable) (*plan.CreateTable, error) {
	if n.Temporary() { // the session's own, which the storage finds in any case
		return n, nil
	}
	list, err := relations(ctx, n.Database(), false)
	if err != nil {
		return nil, err
	}
	stored := findRelation(list, n.Name())
	if stored == nil || stored.name == n.Name() {
		return n, nil
	}
	if !n.IfNotExists() {
		return nil, sql.ErrTableAlreadyExists.New(n.Name())
	}
	return plan.NewCreateTable(n.Database(), stored.name, true, false, &plan.TableSpec{
		Schema: n.PkSchema(), FkDefs: n.ForeignKeys(), ChDefs: n.Checks(), IdxDefs: n.Indexes(), Collation: n.Collation, TableOpts: n.TableOpts,
	}), nil
}

// renameOnce refuses a RENAME TABLE that gives a table or a view the name of another one, in any
// case, before anything is renamed. A table whose name changes only in case gets another name in
// between, because the storage finds the new name taken by the table itself.
func renameOnce(ctx *sql.Context, n *plan.RenameTable) (*plan.RenameTable, error) {
	list, err := relations(ctx, n.Database(), true)
	if err != nil {
		return nil, err
	}
	out := *n
	out.OldNames, out.NewNames = nil, nil
	step := func(from, to string) {
		out.OldNames, out.NewNames = append(out.OldNames, from), append(out.NewNames, to)
	}
	for i, from := range n.OldNames {
		to := n.NewNames[i]
		renamed := findRelation(list, from)
		if renamed == nil {
			step(from, to) // the engine tells
			continue
		}
		for _, r := range list {
			if r != renamed && strings.EqualFold(r.name, to) {
				return nil, sql.ErrTableAlreadyExists.New(to)
			}
		}
		if err := checkSameNameKeys(ctx, n, list, renamed); err != nil {
			return nil, err
		}
		if !renamed.view && renamed.name != to && strings.EqualFold(renamed.name, to) {
			between := freeName(list)
			step(renamed.name, between)
			from = between
		}
		step(from, to)
		renamed.name = to
	}
	return &out, nil
}

// checkSameNameKeys refuses to rename one of two tables whose names differ only in case, as earlier
// versions made them, where a foreign key refers to the other one: the engine would have it refer
// to the new name. Once the other one is renamed, or the key dropped, the table can be renamed.
func checkSameNameKeys(ctx *sql.Context, n *plan.RenameTable, list []*relation, renamed *relation) error {
	if renamed.view || !slices.ContainsFunc(list, func(r *relation) bool { return r != renamed && !r.view && strings.EqualFold(r.name, renamed.name) }) {
		return nil
	}
	table, _ := n.TableExists(ctx, renamed.name)
	keyed, ok := table.(sql.ForeignKeyTable)
	if !ok {
		return nil
	}
	keys, err := keyed.GetReferencedForeignKeys(ctx)
	if err != nil {
		return fmt.Errorf("list the foreign keys that refer to %s: %w", renamed.name, err)
	}
	for _, key := range keys {
		others := key.ParentTable != renamed.name || table.Name() == renamed.name && slices.ContainsFunc(key.ParentColumns, func(column string) bool {
			return table.Schema().IndexOfColName(column) < 0
		})
		if others {
			return mysql.NewSQLError(mysql.ERCantDropFieldOrKey, sqlerr.StateGeneral,
				"Foreign key '%s' of table '%s' refers to another table of that name: rename the other table, or drop the key", key.Name, key.Table)
		}
	}
	return nil
}

// freeName returns a name that no relation has.
func freeName(list []*relation) string {
	for i := 1; ; i++ {
		if name := fmt.Sprintf("renamed_%d", i); findRelation(list, name) == nil {
			return name
		}
	}
}

// KeyTablesRule describes [NameKeyTables].
var KeyTablesRule = rule.Rule{
	Name: "names-in-foreign-keys", Changes: rule.Plan, About: rule.Tables,
	Why:      "The storage keeps the names in a foreign key as written, and compares them by their bytes; MySQL stores the names of the tables.",
	NeededBy: rule.Data, Golden: "name_case",
}

// NameKeyTables gives the foreign keys that a plan makes the names of their tables and databases
// as stored: the storage keeps, and shows, what it is given.
func NameKeyTables(ctx *sql.Context, a *analyzer.Analyzer, n sql.Node) {
	stored := func(database, table string) (string, string) {
		t, db, err := a.Catalog.Table(ctx, database, table)
		if err != nil || !strings.EqualFold(t.Name(), table) {
			return database, table // the engine tells of a table that is missing
		}
		if strings.EqualFold(db.Name(), database) {
			database = db.Name()
		}
		return database, t.Name()
	}
	switch n := n.(type) {
	case *plan.CreateTable:
		for _, key := range n.ForeignKeys() {
			if strings.EqualFold(key.ParentTable, n.Name()) && strings.EqualFold(key.ParentDatabase, n.Database().Name()) {
				key.ParentTable = n.Name()
				continue
			}
			key.ParentDatabase, key.ParentTable = stored(key.ParentDatabase, key.ParentTable)
		}
	case *plan.CreateForeignKey:
		key := n.FkDef
		key.Database, key.Table = stored(key.Database, key.Table)
		key.ParentDatabase, key.ParentTable = stored(key.ParentDatabase, key.ParentTable)
	}
}
