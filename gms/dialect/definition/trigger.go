package definition

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/words"
)

// Trigger is one of a database, as the statement that made it says.
type Trigger struct {
	sql.TriggerDefinition
	Table, Time, Event string // BEFORE, INSERT
	Definer            string // as [DefinerOf] writes it; empty where it has none
	Body               string
	// Number is its place, from 1 on, among those of the same table, time and event.
	Number int
	order  *sqlparser.TriggerOrder
}

// Triggers are those of a database that can be read, as they run: by table, event and time.
func Triggers(ctx *sql.Context, db sql.Database) ([]Trigger, error) {
	kept, ok := db.(sql.TriggerDatabase)
	if !ok {
		return nil, nil
	}
	list, err := kept.GetTriggers(ctx)
	if err != nil {
		return nil, fmt.Errorf("triggers of %s: %w", db.Name(), err)
	}
	var all []Trigger
	for _, t := range list {
		if read, ok := readTrigger(ctx, t); ok {
			all = append(all, read)
		}
	}
	return inOrder(all), nil
}

// ShownTriggers is Triggers with the names of their tables as stored: a trigger's statement may
// name its table in another letter case.
func ShownTriggers(ctx *sql.Context, db sql.Database) ([]Trigger, error) {
	all, err := Triggers(ctx, db)
	if err != nil || len(all) == 0 {
		return all, err
	}
	tables, err := db.GetTableNames(ctx)
	if err != nil {
		return nil, fmt.Errorf("tables of %s: %w", db.Name(), err)
	}
	stored := make(map[string]string, len(tables))
	for _, name := range tables {
		stored[strings.ToLower(name)] = name
	}
	for i := range all {
		all[i].Table = cmp.Or(stored[strings.ToLower(all[i].Table)], all[i].Table)
	}
	return all, nil
}

func readTrigger(ctx *sql.Context, t sql.TriggerDefinition) (Trigger, bool) {
	mode := sql.NewSqlModeFromString(t.SqlMode)
	stmt, err := sqlparser.ParseWithOptions(ctx, t.CreateStatement, mode.ParserOptions())
	ddl, ok := stmt.(*sqlparser.DDL)
	if err != nil || !ok || ddl.TriggerSpec == nil {
		return Trigger{}, false
	}
	spec := ddl.TriggerSpec
	_, body := triggerPlaces(t.CreateStatement, mode.AnsiQuotes())
	definer := ""
	if spec.Definer != "" {
		definer = DefinerOf(SplitDefiner(spec.Definer))
	}
	return Trigger{
		TriggerDefinition: t, Table: ddl.Table.Name.String(), Time: strings.ToUpper(spec.Time), Event: strings.ToUpper(spec.Event),
		Definer: definer, Body: strings.TrimRight(t.CreateStatement[body:], "; \t\r\n"), order: spec.Order,
	}, true
}

// triggerPlaces are where in the text of a CREATE TRIGGER an order would stand, and where the
// body begins.
func triggerPlaces(text string, ansiQuotes bool) (order, body int) {
	s := words.Scanner{Text: text, AnsiQuotes: ansiQuotes}
	for t := s.Next(); t.Kind != words.End; t = s.Next() {
		if !t.Is(text, "EACH") {
			continue
		}
		if row := s.Next(); !row.Is(text, "ROW") {
			continue
		}
		first := s.Next()
		order, body = first.Start, first.Start
		if first.Is(text, "FOLLOWS") || first.Is(text, "PRECEDES") {
			s.Next()
			body = s.Next().Start
		}
		return order, body
	}
	return len(text), len(text)
}

// Follow is the text of a CREATE TRIGGER that says after which other the trigger runs;
// without a name it says nothing of that.
func Follow(text, other string, ansiQuotes bool) string {
	order, body := triggerPlaces(text, ansiQuotes)
	if other != "" {
		other = "FOLLOWS " + words.QuotedName(other) + " "
	}
	return text[:order] + other + text[body:]
}

// OnTable returns the definition of the trigger with another name of its table.
func (t *Trigger) OnTable(table string) sql.TriggerDefinition {
	d := t.TriggerDefinition
	start, end := tablePlace(d.CreateStatement, sql.NewSqlModeFromString(d.SqlMode).AnsiQuotes())
	d.CreateStatement = d.CreateStatement[:start] + words.QuotedName(table) + d.CreateStatement[end:]
	return d
}

// tablePlace returns where the name of the table, and of its database, stands in the text of a
// CREATE TRIGGER.
func tablePlace(text string, ansiQuotes bool) (start, end int) {
	s := words.Scanner{Text: text, AnsiQuotes: ansiQuotes}
	t := s.Next()
	for t.Kind != words.End && !t.Is(text, "TRIGGER") {
		t = s.Next()
	}
	for t.Kind != words.End && !t.Is(text, "ON") {
		t = s.Next()
	}
	t = s.Next()
	start, end = t.Start, t.End
	for t.Kind != words.End && !t.Is(text, "FOR") {
		end = t.End
		t = s.Next()
	}
	return start, end
}

// inOrder has triggers as they run. A trigger without a place runs after those that are there
// when it is made; one whose other is gone runs first or last, as it says.
func inOrder(all []Trigger) []Trigger {
	slices.SortStableFunc(all, func(x, y Trigger) int {
		for _, c := range []int{
			strings.Compare(strings.ToLower(x.Table), strings.ToLower(y.Table)), eventNumber(x.Event) - eventNumber(y.Event), strings.Compare(y.Time, x.Time),
			x.CreatedAt.Compare(y.CreatedAt),
		} {
			if c != 0 {
				return c
			}
		}
		return strings.Compare(x.Name, y.Name)
	})
	var ordered []Trigger
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[0].runsWith(&all[n]) {
			n++
		}
		ordered = append(ordered, placed(all[:n])...)
		all = all[n:]
	}
	return ordered
}

// eventNumber orders events as MySQL's enumeration does.
func eventNumber(event string) int {
	return slices.Index([]string{"INSERT", "UPDATE", "DELETE"}, event)
}

// runsWith says whether both run at the same time.
func (t *Trigger) runsWith(other *Trigger) bool {
	return strings.EqualFold(t.Table, other.Table) && t.Time == other.Time && t.Event == other.Event
}

// placed has triggers that run at the same time, in the order in which they were made, as
// they run.
func placed(made []Trigger) (list []Trigger) {
	named := func(in []Trigger, name string) int {
		return slices.IndexFunc(in, func(t Trigger) bool { return strings.EqualFold(t.Name, name) })
	}
	left := slices.Clone(made)
	for len(left) > 0 {
		// Of those that were made in the same second one may stand before the one it names.
		next := max(0, slices.IndexFunc(left, func(t Trigger) bool { return t.order == nil || named(left, t.order.OtherTriggerName) < 0 }))
		t := left[next]
		left = slices.Delete(left, next, next+1)
		at := len(list)
		if t.order != nil {
			other := named(list, t.order.OtherTriggerName)
			precedes := strings.EqualFold(t.order.PrecedesOrFollows, sqlparser.PrecedesStr)
			switch {
			case precedes:
				at = max(other, 0)
			case other >= 0:
				at = other + 1
			}
		}
		list = slices.Insert(list, at, t)
	}
	for i := range list {
		list[i].Number = i + 1
	}
	return list
}

// RunningWith are those of a table, a time and an event, as they run.
func RunningWith(all []Trigger, table, time, event string) (with []Trigger) {
	for i := range all {
		if all[i].runsWith(&Trigger{Table: table, Time: strings.ToUpper(time), Event: strings.ToUpper(event)}) {
			with = append(with, all[i])
		}
	}
	return with
}

// HasTrigger says whether a database has a trigger of that name.
func HasTrigger(ctx *sql.Context, catalog *analyzer.Catalog, database, name string) bool {
	if catalog == nil {
		return false
	}
	db, err := catalog.DbProvider.Database(ctx, database)
	if err != nil {
		return false
	}
	kept, ok := db.(sql.TriggerDatabase)
	if !ok {
		return false
	}
	list, err := kept.GetTriggers(ctx)
	return err == nil && slices.ContainsFunc(list, func(t sql.TriggerDefinition) bool { return strings.EqualFold(t.Name, name) })
}
