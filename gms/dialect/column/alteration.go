package column

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema/gms/dialect/trigger"
)

// What defines or alters a table does three things otherwise than MySQL: the storage names
// checks by what they compute, where MySQL counts them; a table that is written anew forgets
// the AUTO_INCREMENT that no row of it tells; and an index is told to be a duplicate of any
// that has as many columns.

// warnDuplicateIndex is ER_DUP_INDEX.
const warnDuplicateIndex = 1831

// Alteration is a node that defines or alters a table, as it begins.
type Alteration struct {
	Node     sql.Node
	database sql.Database
	table    string
	next     uint64 // the AUTO_INCREMENT before; 0 where it cannot be lost
	made     sql.IndexDefs
	renames  *plan.RenameTable
	restored bool
	failed   bool
	catalog  *analyzer.Catalog
	indexes  VirtualIndexes
}

// Alter begins one. indexes may be nil.
func Alter(ctx *sql.Context, n sql.Node, catalog *analyzer.Catalog, indexes VirtualIndexes) (*Alteration, error) {
	a := &Alteration{Node: n, catalog: catalog, indexes: indexes}
	switch n := n.(type) {
	case *plan.CreateTrigger:
		kept, err := trigger.KeepTrigger(ctx, n)
		if err != nil {
			return nil, err
		}
		a.Node = kept
	case *plan.CreateTable:
		once, err := createOnce(ctx, n)
		if err != nil {
			return nil, err
		}
		a.database, a.table, a.made = once.Database(), once.Name(), once.Indexes()
		a.Node = nameChecks(once)
	case *plan.RenameTable:
		once, err := renameOnce(ctx, n)
		if err != nil {
			return nil, err
		}
		a.Node, a.renames = once, once
	case *plan.CreateCheck:
		a.Node = nameCheck(ctx, n)
	case *plan.AlterIndex:
		return a, a.of(ctx, n.Db, n.Table)
	case *plan.AlterPK:
		return a, a.of(ctx, n.Database(), n.Table)
	case *plan.AddColumn:
		return a, a.of(ctx, n.Database(), n.Table)
	case *plan.ModifyColumn:
		return a, a.of(ctx, n.Database(), n.Table)
	case *plan.DropColumn:
		return a, a.of(ctx, n.Database(), n.Table)
	}
	return a, nil
}

// of begins the alteration of a table.
func (a *Alteration) of(ctx *sql.Context, db sql.Database, table sql.Node) (err error) {
	named, ok := table.(sql.Nameable)
	if !ok || db == nil {
		return nil
	}
	a.database, a.table = db, named.Name()
	a.next = a.count(ctx)
	t := a.found(ctx)
	if t == nil {
		return nil
	}
	if n, ok := a.Node.(*plan.AddColumn); ok {
		rewriteForPlace(n, t)
	}
	a.Node, err = placeColumns(a.Node, t)
	return err
}

// found is the table as it is now; nil if there is none.
func (a *Alteration) found(ctx *sql.Context) sql.Table {
	if a.database == nil {
		return nil
	}
	t, ok, err := a.database.GetTableInsensitive(ctx, a.table)
	if err != nil || !ok {
		return nil
	}
	return t
}

// count is the number that the table's next row would have; 0 if it counts none.
func (a *Alteration) count(ctx *sql.Context) uint64 {
	t, ok := a.found(ctx).(sql.AutoIncrementTable)
	if !ok || !slices.ContainsFunc(t.Schema(), func(c *sql.Column) bool { return c.AutoIncrement }) {
		return 0
	}
	next, err := t.PeekNextAutoIncrementValue(ctx)
	if err != nil {
		return 0
	}
	return next
}

// Settle puts right what the node has done, by when its rows are read.
func (a *Alteration) Settle(ctx *sql.Context, rows sql.RowIter, err error) (sql.RowIter, error) {
	if err != nil || rows == nil {
		return rows, err
	}
	a.dropWarnings(ctx)
	if a.next <= 1 && a.renames == nil && (a.indexes == nil || !rewrites(a.Node)) {
		return rows, nil
	}
	return &settledRows{rows, a}, nil
}

// settledRows are those of a node that may do its work when they are read.
type settledRows struct {
	sql.RowIter
	a *Alteration
}

// Next implements sql.RowIter.
func (r *settledRows) Next(ctx *sql.Context) (sql.Row, error) {
	row, err := r.RowIter.Next(ctx)
	if err == nil || err == io.EOF { //nolint:errorlint // the engine compares it so, too
		if broken := r.a.restore(ctx); broken != nil {
			return nil, broken
		}
	} else {
		r.a.failed = true
	}
	return row, err
}

// Close implements sql.RowIter.
func (r *settledRows) Close(ctx *sql.Context) error {
	if err := r.RowIter.Close(ctx); err != nil {
		return err //nolint:wrapcheck // the engine's own
	}
	return r.a.restore(ctx)
}

// restore does its work once: the same names would be others after a second renaming.
func (a *Alteration) restore(ctx *sql.Context) error {
	if a.restored {
		return nil
	}
	a.restored = true
	if a.renames != nil {
		return renameParts(ctx, a.renames)
	}
	if err := a.restoreCount(ctx); err != nil || a.failed {
		return err
	}
	return a.indexVirtual(ctx)
}

// restoreCount has the table count on from where it was.
func (a *Alteration) restoreCount(ctx *sql.Context) error {
	if now := a.count(ctx); now == 0 || now >= a.next {
		return nil
	}
	t, _ := a.found(ctx).(sql.AutoIncrementTable)
	setter := t.AutoIncrementSetter(ctx)
	if err := setter.SetAutoIncrementValue(ctx, a.next); err != nil {
		return fmt.Errorf("AUTO_INCREMENT of %s: %w", a.table, err)
	}
	if err := setter.Close(ctx); err != nil {
		return fmt.Errorf("AUTO_INCREMENT of %s: %w", a.table, err)
	}
	return nil
}

// dropWarnings takes back what was said of duplicates that are none.
func (a *Alteration) dropWarnings(ctx *sql.Context) {
	said := ctx.Session.Warnings()
	wrong := func(w *sql.Warning) bool { return w.Code == warnDuplicateIndex && !a.isDuplicate(ctx, w.Message) }
	if !slices.ContainsFunc(said, wrong) {
		return
	}
	right := slices.DeleteFunc(slices.Clone(said), wrong)
	slices.Reverse(right) // the session gives the last one first
	ctx.Session.ClearWarnings()
	for _, w := range right {
		ctx.Session.Warn(w)
	}
}

// isDuplicate says of the index that a warning names whether another of the table has the
// same columns, as far as it has them, and is as unique.
func (a *Alteration) isDuplicate(ctx *sql.Context, message string) bool {
	t, ok := a.found(ctx).(sql.IndexAddressable)
	if !ok {
		return true
	}
	indexes, err := t.GetIndexes(ctx)
	if err != nil {
		return true
	}
	at := slices.IndexFunc(indexes, func(x sql.Index) bool {
		return strings.HasPrefix(message, "Duplicate index '"+x.ID()+"' defined on the table '")
	})
	if at < 0 {
		return true
	}
	of := indexes[at]
	place := func(x sql.Index) int { // in the statement; before it for those that were there
		return slices.IndexFunc(a.made, func(d *sql.IndexDef) bool { return strings.EqualFold(d.Name, x.ID()) })
	}
	return slices.ContainsFunc(indexes, func(x sql.Index) bool {
		return x.ID() != of.ID() && x.ID() != "PRIMARY" && (a.made == nil || place(x) < place(of)) && x.IsUnique() == of.IsUnique() && x.IsFullText() == of.IsFullText() && x.IsSpatial() == of.IsSpatial() &&
			slices.Equal(x.Expressions(), of.Expressions()) && slices.Equal(prefixes(x), prefixes(of))
	})
}

// prefixes are how much an index has of each of its columns.
func prefixes(x sql.Index) []uint16 {
	lengths := make([]uint16, len(x.Expressions()))
	copy(lengths, x.PrefixLengths())
	return lengths
}

// nameChecks names the checks of a new table.
func nameChecks(n *plan.CreateTable) sql.Node {
	checks, counted := slices.Clone(n.Checks()), 0
	for i, c := range checks {
		if c.Name == "" {
			counted++
			named := *c
			named.Name = checkName(n.Name(), counted)
			checks[i] = &named
		}
	}
	if counted == 0 {
		return n
	}
	return n.WithChecks(checks)
}

// nameCheck names one that is added to a table.
func nameCheck(ctx *sql.Context, n *plan.CreateCheck) sql.Node {
	if n.Check.Name != "" {
		return n
	}
	a := Alteration{database: n.Database(), table: n.Table.Name()}
	t, ok := a.found(ctx).(sql.CheckTable)
	if !ok {
		return n
	}
	checks, err := t.GetChecks(ctx)
	if err != nil {
		return n
	}
	last := 0
	for _, c := range checks {
		if number, ok := checkNumber(c.Name, a.table); ok {
			last = max(last, number)
		}
	}
	named, check := *n, *n.Check
	check.Name = checkName(a.table, last+1)
	named.Check = &check
	return &named
}

func checkName(table string, number int) string { return table + "_chk_" + strconv.Itoa(number) }

// checkNumber is the number in a check's name; ok is false for a name of another form.
func checkNumber(name, table string) (number int, ok bool) {
	digits, ok := strings.CutPrefix(strings.ToLower(name), strings.TrimSuffix(checkName(strings.ToLower(table), 0), "0"))
	if !ok {
		return 0, false
	}
	number, err := strconv.Atoi(digits)
	return number, err == nil && number > 0
}
