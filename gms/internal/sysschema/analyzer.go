package sysschema

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression/function"

	"github.com/perfschema/perfschema/gms/dialect/words"
	"github.com/perfschema/perfschema/gms/internal/table"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
	"github.com/perfschema/perfschema/view/sysview"
)

const digestSource = "events_statements_summary_by_digest"

// digestTable is a copy of normalized statements, with the quantiles that each had.
type digestTable struct {
	digests   []record.DigestSummary
	quantiles []map[string]string
}

// analyses are what statement_performance_analyzer tells, by the names of its parameter.
var analyses = []struct{ name, view, title string }{
	{"WITH_RUNTIMES_IN_95TH_PERCENTILE", "statements_with_runtimes_in_95th_percentile", "Queries with Runtime in 95th Percentile"},
	{"ANALYSIS", "statement_analysis", "Top %d Queries Ordered by Total Latency"},
	{"WITH_ERRORS_OR_WARNINGS", "statements_with_errors_or_warnings", "Top %d Queries with Errors"},
	{"WITH_FULL_TABLE_SCANS", "statements_with_full_table_scans", "Top %d Queries with Full Table Scan"},
	{"WITH_SORTING", "statements_with_sorting", "Top %d Queries with Sorting"},
	{"WITH_TEMP_TABLES", "statements_with_temp_tables", "Top %d Queries with Internal Temporary Tables"},
}

// analyzeTold is statement_performance_analyzer, of which the session's own statements are
// not recorded.
func (c *call) analyzeTold() error {
	resume, err := c.paused(true)
	if err != nil {
		return err
	}
	err = c.analyze()
	if resumed := c.detached(resume); err == nil {
		err = resumed
	}
	return err
}

// analyze does what statement_performance_analyzer is asked for. A snapshot is the session's own, and is kept
// until it ends or cleans it up.
func (c *call) analyze() error {
	action, _ := c.text("in_action")
	name, named := c.text("in_table")
	fresh := named && strings.EqualFold(strings.TrimSpace(name), "NOW()")
	state := c.session
	source := "performance_schema." + digestSource
	if named && !fresh {
		var err error
		if source, err = c.tableName(name); err != nil {
			return err
		}
	}
	switch strings.ToUpper(action) {
	case "SNAPSHOT":
		return c.takeSnapshot(source)
	case "OVERALL":
		if named && !fresh {
			read, err := c.readDigests(source)
			if err != nil {
				return err
			}
			return c.tellAnalyses(read.digests)
		}
		if fresh || state.snapshot == nil {
			if err := c.takeSnapshot(source); err != nil {
				return err
			}
		}
		return c.tellAnalyses(state.snapshot.digests)
	case "DELTA":
		if !named || fresh {
			return fails("The delta action needs the name of the table to compare with")
		}
		if state.snapshot == nil {
			return fails("An existing snapshot generated with the statement_performance_analyzer() must exist")
		}
		before, err := c.readDigests(source)
		if err != nil {
			return err
		}
		return c.tellAnalyses(sysview.DigestsSince(state.snapshot.digests, before.digests))
	case "CREATE_TABLE", "CREATE_TMP":
		if !named || fresh {
			return fails("The action needs the name of the table to make")
		}
		kind := "TABLE"
		if strings.EqualFold(action, "CREATE_TMP") {
			kind = "TEMPORARY TABLE"
		}
		_, err := c.exec("CREATE " + kind + " " + source + " (" + digestColumns(true) + ", INDEX (SCHEMA_NAME, DIGEST))")
		return err
	case "SAVE":
		if !named || fresh {
			return fails("The save action needs the name of the table to save the snapshot in")
		}
		return c.saveSnapshot(source)
	case "CLEANUP":
		state.snapshot = nil
		return nil
	}
	return fails("Unknown action. Please use one of: snapshot, overall, delta, create_table, create_tmp, save, cleanup")
}

// tableName is a table that a parameter names, with its database.
func (c *call) tableName(name string) (string, error) {
	var parts []string
	rest := strings.TrimSpace(name)
	for rest != "" {
		part, after := rest, ""
		if strings.HasPrefix(rest, "`") {
			end := 1
			for end < len(rest) && (rest[end] != '`' || end+1 < len(rest) && rest[end+1] == '`') {
				if rest[end] == '`' {
					end++
				}
				end++
			}
			if end >= len(rest) {
				return "", fails("%s is no name of a table", name)
			}
			part, after = strings.ReplaceAll(rest[1:end], "``", "`"), rest[end+1:]
			if after != "" && after[0] != '.' {
				return "", fails("%s is no name of a table", name)
			}
			after = strings.TrimPrefix(after, ".")
		} else if at := strings.IndexByte(rest, '.'); at >= 0 {
			part, after = rest[:at], rest[at+1:]
		}
		parts = append(parts, part)
		rest = after
	}
	if len(parts) == 1 {
		database := c.ctx.GetCurrentDatabase()
		if database == "" {
			return "", fails("Unable to determine the database of the table: no database is selected")
		}
		parts = []string{database, parts[0]}
	}
	if len(parts) != 2 {
		return "", fails("%s is no name of a table", name)
	}
	return words.QuotedName(parts[0]) + "." + words.QuotedName(parts[1]), nil
}

// digestColumns are those of the table of normalized statements; declared has their types.
func digestColumns(declared bool) string {
	columns := catalog.Lookup(digestSource).Columns
	out := make([]string, len(columns))
	for i, c := range columns {
		if out[i] = c.Name; declared {
			out[i] += " " + c.Type
			if !c.Nullable && c.Unknown == "" {
				out[i] += " NOT NULL"
			} else {
				out[i] += " NULL"
			}
		}
	}
	return strings.Join(out, ", ")
}

// readDigests reads the normalized statements of a table.
func (c *call) readDigests(from string) (*digestTable, error) {
	rows, err := c.texts("SELECT " + digestColumns(false) + " FROM " + from)
	if err != nil {
		return nil, err
	}
	zone, err := function.SessionTimeZone(c.ctx)
	if err != nil {
		return nil, err
	}
	columns := catalog.Lookup(digestSource).Columns
	out := &digestTable{make([]record.DigestSummary, len(rows)), make([]map[string]string, len(rows))}
	for i, r := range rows {
		out.quantiles[i] = make(map[string]string)
		for j, text := range r {
			if strings.HasPrefix(columns[j].Name, "QUANTILE_") {
				out.quantiles[i][columns[j].Name] = text
				continue
			}
			if columns[j].Type == "timestamp(6)" {
				at, err := time.Parse(time.DateTime, text)
				if err != nil {
					continue
				}
				if utc, ok := sql.ConvertTimeZone(at, zone, "+00:00"); ok {
					at = utc
				}
				sysview.SetDigestTime(&out.digests[i], columns[j].Name, at)
				continue
			}
			sysview.SetDigest(&out.digests[i], columns[j].Name, text)
		}
	}
	return out, nil
}

func (c *call) takeSnapshot(from string) error {
	read, err := c.readDigests(from)
	if err == nil {
		c.session.snapshot = read
	}
	return err
}

// savedAtOnce is how many rows one INSERT has.
const savedAtOnce = 50

// saveSnapshot writes the snapshot into a table, which is emptied first; without a snapshot
// it takes one.
func (c *call) saveSnapshot(to string) error {
	state := c.session
	if state.snapshot == nil {
		if err := c.takeSnapshot("performance_schema." + digestSource); err != nil {
			return err
		}
	}
	if _, err := c.exec("DELETE FROM " + to); err != nil {
		return err
	}
	zone, err := function.SessionTimeZone(c.ctx)
	if err != nil {
		return err
	}
	columns := catalog.Lookup(digestSource).Columns
	var values []string
	flush := func() error {
		if len(values) == 0 {
			return nil
		}
		_, err := c.exec("INSERT INTO " + to + " (" + digestColumns(false) + ") VALUES " + strings.Join(values, ", "))
		values = values[:0]
		return err
	}
	for i := range state.snapshot.digests {
		list := make([]string, len(columns))
		for j, column := range columns {
			if quantile, ok := state.snapshot.quantiles[i][column.Name]; ok {
				list[j] = words.Quoted(quantile)
				continue
			}
			switch v := sysview.DigestValue(&state.snapshot.digests[i], column.Name).(type) {
			case nil:
				list[j] = "NULL"
			case time.Time:
				if local, ok := sql.ConvertTimeZone(v.UTC(), "+00:00", zone); ok {
					v = local
				}
				list[j] = words.Quoted(v.Format("2006-01-02 15:04:05.000000"))
			default:
				list[j] = words.Quoted(fmt.Sprint(v))
			}
		}
		if values = append(values, "("+strings.Join(list, ", ")+")"); len(values) == savedAtOnce {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}

// tellAnalyses tells what the views of sys say of normalized statements.
func (c *call) tellAnalyses(digests []record.DigestSummary) error {
	wanted, some := c.text("in_views")
	limit := c.server.configNumber(c.ctx, "statement_performance_analyzer.limit", 100)
	list := strings.Split(strings.ToUpper(wanted), ",")
	names := func(name string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return strings.TrimSpace(s) == name })
	}
	for _, a := range analyses {
		if some && !names(a.name) {
			continue
		}
		title := a.title
		if strings.Contains(title, "%d") {
			title = fmt.Sprintf(title, limit)
		}
		if err := c.tellAnalysis(title, a.view, digests, limit); err != nil {
			return err
		}
	}
	if names("CUSTOM") {
		return c.tellCustom(digests, limit)
	}
	return nil
}

// customView is the setting that names a view, or a query, of one's own.
const customView = "statement_performance_analyzer.view"

// tellCustom tells what a view or a query of one's own says of normalized statements, which
// it finds in the table of them.
func (c *call) tellCustom(digests []record.DigestSummary, limit int) error {
	query, err := c.customQuery()
	if err != nil {
		return err
	}
	was := c.ctx
	c.ctx = sql.NewContext(table.WithDigests(was.Context, digests), sql.WithSession(was.Session))
	schema, rows, err := c.query(query)
	c.ctx = was
	if err != nil {
		return err
	}
	if err := c.tell("Next Output", fmt.Sprintf("Top %d Queries Using Custom View", limit)); err != nil {
		return err
	}
	return c.giveRows(schema, sql.RowsToRowIter(rows[:min(limit, len(rows))]...))
}

// customQuery is the query that the setting names: itself, or that of a view.
func (c *call) customQuery() (string, error) {
	_, v, err := c.ctx.Session.GetUserVariable(c.ctx, Name+"."+customView)
	if err != nil {
		return "", err
	}
	named := ""
	if v != nil {
		if named, err = textOf(c.ctx, v); err != nil {
			return "", err
		}
	} else if set, ok := c.server.Config.Value(customView); ok {
		named = set
	}
	if named = strings.TrimSpace(named); named == "" {
		return "", fails("@sys.%s must name the view or the query to use", customView)
	}
	if strings.Contains(named, " ") {
		return named, nil
	}
	name, err := c.tableName(named)
	return "SELECT * FROM " + name, err
}

// tellAnalysis tells what one view says, after a heading.
func (c *call) tellAnalysis(title, name string, digests []record.DigestSummary, limit int) error {
	if err := c.tell("Next Output", title); err != nil {
		return err
	}
	found, _, err := c.server.Catalog().Table(c.ctx, Name, name)
	if err != nil {
		return err
	}
	t, ok := sql.GetUnderlyingTable(found).(*table.Table)
	if !ok {
		return fails("%s.%s is no view of the server's", Name, name)
	}
	if digests == nil {
		digests = []record.DigestSummary{}
	}
	rows, err := t.RowsFor(c.ctx, func(r *view.Reader) { r.Digests = digests }, limit)
	if err != nil {
		return err
	}
	return c.giveRows(t.Schema(), sql.RowsToRowIter(rows...))
}
