package table

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/analyzer"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
	"github.com/dolthub/go-mysql-server/sql/stats"

	"github.com/perfschema/perfschema/gms/dialect/information"
)

// cardinalities are the numbers of different values that a table's statistics have.
type cardinalities struct {
	indexes map[string]int64 // of all columns of an index, by its name
	columns map[string]int64 // of columns that an index has whole, by their names
}

// cardinalitiesOf returns those of a table. They are empty if the table has no statistics.
func cardinalitiesOf(ctx *sql.Context, provider sql.StatsProvider, database string, t sql.Table) (out cardinalities) {
	t = sql.GetUnderlyingTable(t)
	if temporary, ok := t.(sql.TemporaryTable); ok && temporary.IsTemporary() {
		return out // the statistics are of the stored table that it hides
	}
	addressed, ok := t.(sql.IndexAddressable)
	if !ok {
		return out
	}
	indexes, err := addressed.GetIndexes(ctx)
	if err != nil || len(indexes) == 0 {
		return out
	}
	all, err := statisticsOf(ctx, provider, database, t)
	if err != nil {
		return out // as of a table that nobody has counted
	}
	out.indexes, out.columns = make(map[string]int64, len(all)), make(map[string]int64, len(all))
	for _, s := range all {
		n, name := s.DistinctCount(), strings.ToLower(s.Qualifier().Index())
		if n > math.MaxInt64 {
			continue
		}
		out.indexes[name] = int64(n)
		for _, x := range indexes {
			if strings.EqualFold(x.ID(), name) && !x.IsFullText() && !x.IsSpatial() && !hasPart(x) {
				columns := s.Columns()
				names := make([]string, len(columns))
				for i, c := range columns {
					names[i] = c[strings.LastIndexByte(c, '.')+1:]
				}
				out.columns[columnsKey(names)] = int64(n)
			}
		}
	}
	return out
}

// branchStats is a provider of statistics by branch, as Dolt's is.
type branchStats interface {
	GetTableDoltStats(ctx *sql.Context, branch, database, schema, table string) ([]*stats.Statistic, error)
}

// statisticsOf returns the statistics of a table. Dolt finds them by the branch that the session's
// current database is at: in a session without one the branch is that which the session has
// in the table's database. The session may be read by others meanwhile and is left as it is.
func statisticsOf(ctx *sql.Context, provider sql.StatsProvider, database string, t sql.Table) ([]sql.Statistic, error) {
	if catalog, ok := provider.(*analyzer.Catalog); ok {
		provider = catalog.StatsProvider
	}
	byBranch, ok := provider.(branchStats)
	if !ok || ctx.GetCurrentDatabase() != "" {
		return provider.GetTableStats(ctx, database, t) //nolint:wrapcheck // the caller asks only whether there are any
	}
	head, err := ctx.GetSessionVariable(ctx, database+"_head_ref")
	if err != nil {
		return nil, err //nolint:wrapcheck // as above
	}
	branch, _ := head.(string)
	found, err := byBranch.GetTableDoltStats(ctx, strings.TrimPrefix(branch, "refs/heads/"), database, "", t.Name())
	all := make([]sql.Statistic, len(found))
	for i, s := range found {
		all[i] = s
	}
	return all, err //nolint:wrapcheck // as above
}

// hasPart reports whether an index has parts of columns.
func hasPart(x sql.Index) bool {
	return slices.ContainsFunc(x.PrefixLengths(), func(n uint16) bool { return n > 0 })
}

// of returns how many different values the first columns of an index have together, all of
// them if whole; nil if that is unknown. An index has statistics of all its columns: of its
// first ones alone they are known if another index has just these.
func (c cardinalities) of(index string, columns []string, whole bool) any {
	if n, ok := c.indexes[strings.ToLower(index)]; ok && whole {
		return n
	}
	if n, ok := c.columns[columnsKey(columns)]; ok && !whole {
		return n
	}
	return nil
}

func columnsKey(columns []string) string { return strings.ToLower(strings.Join(columns, "\x00")) }

// showCardinalities has STATISTICS show how many different values an index has, NULL if that
// is unknown; the engine shows 0.
func showCardinalities(infoSchema sql.Database) error {
	t, err := information.Table(infoSchema, information_schema.StatisticsTableName)
	if err != nil || t == nil {
		return err
	}
	at := t.TableSchema.IndexOfColName
	schema, table, name, place, cardinality := at("TABLE_SCHEMA"), at("TABLE_NAME"), at("INDEX_NAME"), at("SEQ_IN_INDEX"), at("CARDINALITY")
	if min(schema, table, name, place, cardinality) < 0 {
		return fmt.Errorf("information_schema.%s has other columns than expected", information_schema.StatisticsTableName)
	}
	read := t.Reader
	t.Reader = func(ctx *sql.Context, catalog sql.Catalog) (sql.RowIter, error) {
		rows, err := read(ctx, catalog)
		if err != nil {
			return nil, err
		}
		var last [2]string
		var known map[string][]any
		return &information.Rows{RowIter: rows, Correct: func(row sql.Row) {
			if of := [2]string{text(row[schema]), text(row[table])}; of != last {
				last, known = of, tableCardinalities(ctx, catalog, of[0], of[1])
			}
			row[cardinality] = nil
			of := known[strings.ToLower(text(row[name]))]
			if i, ok := row[place].(int); ok && i >= 1 && i <= len(of) {
				row[cardinality] = of[i-1]
			}
		}}, nil
	}
	return nil
}

// tableCardinalities returns those of a table's indexes, by their names in lower case.
func tableCardinalities(ctx *sql.Context, catalog sql.Catalog, database, table string) map[string][]any {
	t, _, err := catalog.Table(ctx, database, table)
	if err != nil {
		return nil // it has been dropped
	}
	addressed, ok := sql.GetUnderlyingTable(t).(sql.IndexAddressable)
	if !ok {
		return nil
	}
	known := cardinalitiesOf(ctx, catalog, database, t)
	indexes, err := addressed.GetIndexes(ctx)
	if err != nil || known.indexes == nil {
		return nil
	}
	out := make(map[string][]any, len(indexes))
	for _, x := range indexes {
		out[strings.ToLower(x.ID())] = known.indexCardinalities(x)
	}
	return out
}

// indexCardinalities returns those of the columns of an index, each with the columns before it.
func (c cardinalities) indexCardinalities(x sql.Index) []any {
	expressions := x.Expressions()
	out, columns := make([]any, len(expressions)), make([]string, 0, len(expressions))
	for i, e := range expressions {
		columns = append(columns, e[strings.LastIndexByte(e, '.')+1:])
		out[i] = c.of(x.ID(), columns, i == len(expressions)-1)
	}
	return out
}
