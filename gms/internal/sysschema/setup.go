package sysschema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/table"
	"github.com/perfschema/perfschema/record"
)

// savedSetup is what ps_setup_save has kept: rows of the setup tables as texts, "" for NULL.
type savedSetup map[string][][]string

// setupLock is the lock that who has saved a setup holds.
const setupLock = "sys.ps_setup_save"

// setupTables are what is kept: the columns that name a row, and those that are set.
var setupTables = []struct {
	name, key string
	set       []string
}{
	{"setup_consumers", "NAME", []string{"ENABLED"}},
	{"setup_instruments", "NAME", []string{"ENABLED", "TIMED"}},
	{"threads", "THREAD_ID", []string{"INSTRUMENTED"}},
}

// editedTables are those whose rows come and go.
var editedTables = []struct{ name, columns string }{
	{"setup_actors", "HOST, USER, ROLE, ENABLED, HISTORY"},
	{"setup_objects", "OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, ENABLED, TIMED"},
}

// texts are the rows of a query as texts, "" for NULL.
func (c *call) texts(query string) ([][]string, error) {
	schema, rows, err := c.query(query)
	if err != nil {
		return nil, err
	}
	out := make([][]string, len(rows))
	for i, r := range rows {
		out[i] = make([]string, len(r))
		for j, v := range r {
			if v == nil {
				continue
			}
			if out[i][j], err = table.SentText(c.ctx, schema[j].Type, v); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// saveSetup is ps_setup_save.
func (c *call) saveSetup() error {
	got, _, err := c.value(fmt.Sprintf("SELECT GET_LOCK('%s', %d)", setupLock, int64(c.number("in_timeout", 0))))
	if err != nil {
		return err
	}
	if got != "1" {
		return fails("Could not lock the %s user lock, another thread has a saved configuration", setupLock)
	}
	return c.keepSetup()
}

func (c *call) keepSetup() error {
	saved := make(savedSetup)
	read := func(name, columns string) (err error) {
		saved[name], err = c.texts("SELECT " + columns + " FROM performance_schema." + name)
		return err
	}
	for _, t := range setupTables {
		if err := read(t.name, t.key+", "+strings.Join(t.set, ", ")); err != nil {
			return err
		}
	}
	for _, t := range editedTables {
		if err := read(t.name, t.columns); err != nil {
			return err
		}
	}
	c.session.saved = &saved
	return nil
}

// reloadSetup is ps_setup_reload_saved.
func (c *call) reloadSetup() error {
	if c.session.saved == nil {
		return fails("There is no saved configuration: this session has not called sys.ps_setup_save()")
	}
	if err := c.restoreSetup(); err != nil {
		return err
	}
	_, _, err := c.value(fmt.Sprintf("SELECT RELEASE_LOCK('%s')", setupLock))
	return err
}

func (c *call) restoreSetup() error {
	saved := *c.session.saved
	for _, t := range editedTables {
		if err := c.restoreRows(t.name, t.columns, saved[t.name]); err != nil {
			return err
		}
	}
	for _, t := range setupTables {
		now, err := c.texts("SELECT " + t.key + ", " + strings.Join(t.set, ", ") + " FROM performance_schema." + t.name)
		if err != nil {
			return err
		}
		if err := c.execAll(changes(t.name, t.key, t.set, saved[t.name], now)...); err != nil {
			return err
		}
	}
	c.session.saved = nil
	return nil
}

// changes are the statements that make the rows of a table what they were: one for all of
// equal values. Rows that are new stay as they are.
func changes(table, key string, columns []string, were, now [][]string) []string {
	before := make(map[string][]string, len(were))
	for _, r := range were {
		before[r[0]] = r[1:]
	}
	names := make(map[string][]string)
	for _, r := range now {
		if was, ok := before[r[0]]; ok && !slices.Equal(was, r[1:]) {
			set := make([]string, 0, len(columns))
			for i, column := range columns {
				if was[i] != "" { // NULL stays so
					set = append(set, column+" = "+words.Quoted(was[i]))
				}
			}
			clause := strings.Join(set, ", ")
			names[clause] = append(names[clause], words.Quoted(r[0]))
		}
	}
	var out []string
	for clause, list := range names {
		out = append(out, "UPDATE performance_schema."+table+" SET "+clause+" WHERE "+key+" IN ("+strings.Join(list, ", ")+")")
	}
	slices.Sort(out)
	return out
}

// restoreRows makes the rows of a table those that it had, if it has others.
func (c *call) restoreRows(table, columns string, were [][]string) error {
	now, err := c.texts("SELECT " + columns + " FROM performance_schema." + table)
	if err != nil || slices.EqualFunc(now, were, slices.Equal[[]string]) {
		return err
	}
	texts := []string{"DELETE FROM performance_schema." + table}
	for _, r := range were {
		values := make([]string, len(r))
		for i, v := range r {
			values[i] = words.Quoted(v)
		}
		texts = append(texts, "INSERT INTO performance_schema."+table+" ("+columns+") VALUES ("+strings.Join(values, ", ")+")")
	}
	return c.execAll(texts...)
}

// resetSetup is ps_setup_reset_to_default.
func (c *call) resetSetup() error {
	verbose := c.flag("in_verbose")
	var on []string
	for _, consumer := range perfschema.Consumers() {
		if consumer.Default() {
			on = append(on, words.Quoted(consumer.String()))
		}
	}
	objects := make([]string, 0, 20)
	for _, o := range record.DefaultObjects() {
		objects = append(objects, fmt.Sprintf("('%s', %s, %s, '%s', '%s')", o.Type, words.Quoted(o.Schema), words.Quoted(o.Name), yesOrNo(o.Enabled), yesOrNo(o.Timed)))
	}
	const of = "performance_schema."
	for _, reset := range []struct {
		what  string
		texts []string
	}{
		{"setup_actors", []string{
			"DELETE FROM " + of + "setup_actors",
			"INSERT INTO " + of + "setup_actors (HOST, USER, ROLE, ENABLED, HISTORY) VALUES ('%', '%', '%', 'YES', 'YES')",
		}},
		{"setup_instruments", []string{
			"UPDATE " + of + "setup_instruments SET ENABLED = sys.ps_is_instrument_default_enabled(NAME), TIMED = IF(TIMED IS NULL, NULL, sys.ps_is_instrument_default_timed(NAME))",
		}},
		{"setup_consumers", []string{
			"UPDATE " + of + "setup_consumers SET ENABLED = IF(NAME IN (" + strings.Join(on, ", ") + "), 'YES', 'NO')",
		}},
		{"setup_objects", []string{
			"DELETE FROM " + of + "setup_objects",
			"INSERT INTO " + of + "setup_objects (OBJECT_TYPE, OBJECT_SCHEMA, OBJECT_NAME, ENABLED, TIMED) VALUES " + strings.Join(objects, ", "),
		}},
		{"threads", []string{"UPDATE " + of + "threads SET INSTRUMENTED = 'YES'"}},
	} {
		for _, text := range reset.texts {
			if verbose {
				if err := c.tell("status", "Resetting: "+reset.what+"\n"+text); err != nil {
					return err
				}
			}
			if _, err := c.exec(text); err != nil {
				return err
			}
		}
	}
	return nil
}

// paused stops the recording of the session's own thread, and returns what goes on with it.
// told has the client learn of both.
func (c *call) paused(told bool) (resume func() error, err error) {
	id := c.ctx.Session.ID()
	was, ok, err := c.value(fmt.Sprintf("SELECT sys.ps_is_thread_instrumented(%d)", id))
	if err != nil || !ok || was != "YES" {
		return func() error { return nil }, err
	}
	set := func(value, done string) error {
		n, err := c.exec(fmt.Sprintf("UPDATE performance_schema.threads SET INSTRUMENTED = '%s' WHERE PROCESSLIST_ID = %d", value, id))
		if err != nil || !told {
			return err
		}
		return c.tell("summary", fmt.Sprintf("%s %d thread%s", done, n, plural(n)))
	}
	return func() error { return set("YES", "Enabled") }, set("NO", "Disabled")
}

// pause waits for some seconds, or until the statement is killed.
func (c *call) pause(seconds float64) error {
	_, _, err := c.value(fmt.Sprintf("SELECT SLEEP(%f)", seconds))
	if err == nil {
		err = c.ctx.Err()
	}
	return err
}
