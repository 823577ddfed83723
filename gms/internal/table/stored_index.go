package table

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/vitess/go/vt/sqlparser"

	"github.com/perfschema/perfschema/gms/dialect/information"
	"github.com/perfschema/perfschema/gms/internal/node"
)

// Of an index of a stored table the engine does not tell that it is FULLTEXT or SPATIAL,
// and in SHOW INDEX neither its order nor how much of a column it has.

// indexKind is what MySQL calls the type of an index; empty to leave it.
func indexKind(x sql.Index) string {
	switch {
	case x.IsFullText():
		return "FULLTEXT"
	case x.IsSpatial():
		return "SPATIAL"
	}
	return x.IndexType()
}

// showStoredIndexes is SHOW INDEX of a stored table.
func showStoredIndexes(show *plan.ShowIndexes, t *plan.ResolvedTable, stats sql.StatsProvider) sql.Node {
	schema := show.Schema().Copy()
	for _, c := range schema {
		c.Nullable = c.Nullable || c.Name == "Cardinality"
	}
	return &shownTable{t, &node.Command{Text: "SHOW INDEX", Columns: schema, Rows: func(ctx *sql.Context) ([]sql.Row, error) {
		indexes, err := storedIndexes(ctx, t)
		if err != nil {
			return nil, err
		}
		var rows []sql.Row
		database := ""
		if t.SqlDatabase != nil {
			database = t.SqlDatabase.Name()
		}
		known := cardinalitiesOf(ctx, stats, database, t.Table)
		for _, x := range indexes {
			rows = append(rows, indexRows(x, t, known)...)
		}
		return rows, nil
	}}}
}

// storedIndexes are those of a stored table.
func storedIndexes(ctx *sql.Context, t *plan.ResolvedTable) ([]sql.Index, error) {
	addressed, ok := t.UnderlyingTable().(sql.IndexAddressable)
	if !ok {
		return nil, nil
	}
	return addressed.GetIndexes(ctx) //nolint:wrapcheck // the engine's own error
}

// indexRows are those of one index.
func indexRows(x sql.Index, t *plan.ResolvedTable, known cardinalities) (rows []sql.Row) {
	cardinality := known.indexCardinalities(x)
	unique := int32(1)
	if x.IsUnique() {
		unique = 0
	}
	lengths := x.PrefixLengths()
	for i, e := range x.Expressions() {
		var column, expression, order, part any
		null := ""
		if c := plan.GetColumnFromIndexExpr(e, t); c == nil {
			expression = e
		} else if column = c.Name; c.Nullable {
			null = "YES"
		}
		if !x.IsFullText() {
			order = "A"
		}
		if i < len(lengths) && lengths[i] > 0 {
			part = int64(lengths[i])
		}
		rows = append(rows, sql.NewRow(t.Name(), unique, x.ID(), uint32(i+1), column, order, cardinality[i], part, nil, null, indexKind(x), "", x.Comment(), "YES", expression))
	}
	return rows
}

// nameIndexKinds has STATISTICS tell the same of the types of indexes. The tables with
// an index that may be such are looked up, each once.
func nameIndexKinds(infoSchema sql.Database) error {
	t, err := information.Table(infoSchema, information_schema.StatisticsTableName)
	if err != nil || t == nil {
		return err
	}
	at := t.TableSchema.IndexOfColName
	schema, table, name, kind, order := at("TABLE_SCHEMA"), at("TABLE_NAME"), at("INDEX_NAME"), at("INDEX_TYPE"), at("COLLATION")
	if min(schema, table, name, kind, order) < 0 {
		return fmt.Errorf("information_schema.%s has other columns than expected", information_schema.StatisticsTableName)
	}
	unique := at("NON_UNIQUE")
	read := t.Reader
	t.Reader = func(ctx *sql.Context, catalog sql.Catalog) (sql.RowIter, error) {
		rows, err := read(ctx, catalog)
		if err != nil {
			return nil, err
		}
		var last [2]string
		var kinds map[string]string
		return &information.Rows{RowIter: rows, Correct: func(row sql.Row) {
			if row[kind] != "BTREE" || unique >= 0 && row[unique] == 0 {
				return
			}
			of := [2]string{text(row[schema]), text(row[table])}
			if kinds == nil || of != last {
				last, kinds = of, kindsOf(ctx, catalog, of[0], of[1])
			}
			if k := kinds[strings.ToLower(text(row[name]))]; k != "" {
				row[kind] = k
				if k == "FULLTEXT" {
					row[order] = nil
				}
			}
		}}, nil
	}
	return nil
}

// kindsOf are the types of a table's FULLTEXT and SPATIAL indexes, by name in lower case.
func kindsOf(ctx *sql.Context, catalog sql.Catalog, database, table string) map[string]string {
	kinds := make(map[string]string)
	t, _, err := catalog.Table(ctx, database, table)
	if err != nil {
		return kinds // it has been dropped
	}
	addressed, ok := sql.GetUnderlyingTable(t).(sql.IndexAddressable)
	if !ok {
		return kinds
	}
	indexes, err := addressed.GetIndexes(ctx)
	if err != nil {
		return kinds
	}
	for _, x := range indexes {
		if x.IsFullText() || x.IsSpatial() {
			kinds[strings.ToLower(x.ID())] = indexKind(x)
		}
	}
	return kinds
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// filteredIndexes is SHOW INDEX with a condition, which the engine leaves out: it names the
// columns of what MySQL reads for it.
const filteredIndexes = "SELECT * FROM (SELECT TABLE_NAME AS `Table`, NON_UNIQUE AS Non_unique, INDEX_NAME AS Key_name, SEQ_IN_INDEX AS Seq_in_index," +
	" COLUMN_NAME AS Column_name, COLLATION AS Collation, CARDINALITY AS Cardinality, SUB_PART AS Sub_part, PACKED AS Packed, NULLABLE AS `Null`," +
	" INDEX_TYPE AS Index_type, COMMENT AS `Comment`, INDEX_COMMENT AS Index_comment, IS_VISIBLE AS Visible, EXPRESSION AS Expression" +
	" FROM information_schema.STATISTICS WHERE TABLE_SCHEMA COLLATE utf8mb3_general_ci = %s AND TABLE_NAME COLLATE utf8mb3_general_ci = %s) STATISTICS WHERE %s"

// FilterIndexes is SHOW INDEX with a condition as a query; nil for all other statements,
// and of a table that is not there.
func FilterIndexes(ctx *sql.Context, catalog sql.Catalog, stmt sqlparser.Statement) sqlparser.Statement {
	show, ok := stmt.(*sqlparser.Show)
	if !ok || show.ShowIndexFilterOpt == nil || catalog == nil {
		return nil
	}
	database := show.Database
	if database == "" {
		database = show.Table.DbQualifier.String()
	}
	if database == "" {
		database = ctx.GetCurrentDatabase()
	}
	name := show.Table.Name.String()
	if _, _, err := catalog.Table(ctx, database, name); err != nil {
		return nil
	}
	query, err := sqlparser.Parse(fmt.Sprintf(filteredIndexes, literal(database), literal(name), sqlparser.String(show.ShowIndexFilterOpt)))
	if err != nil {
		return nil
	}
	return query
}

func literal(s string) string { return sqlparser.String(sqlparser.NewStrVal([]byte(s))) }
