package table

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"

	"github.com/perfschema/perfschema/gms/dialect/computed"
	"github.com/perfschema/perfschema/gms/dialect/information"
	"github.com/perfschema/perfschema/gms/internal/node"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/catalog"
)

// CorrectRows has information_schema say of the tables of performance_schema what MySQL
// does: an index by hash has no order, and nobody knows how many values it has; a table has
// rows of one length where its columns do. When a table was made or changed it does not know.
func CorrectRows(infoSchema sql.Database) error {
	ofTable := []string{"TABLE_SCHEMA", "TABLE_NAME"}
	if err := showCardinalities(infoSchema); err != nil {
		return err
	}
	if err := information.CorrectRows(infoSchema, information_schema.StatisticsTableName, func(row sql.Row, at func(string) int) {
		if row[at("INDEX_TYPE")] == node.HashIndex {
			row[at("COLLATION")], row[at("CARDINALITY")] = nil, nil
		}
	}, ofTable...); err != nil {
		return err
	}
	if err := nameIndexKinds(infoSchema); err != nil {
		return err
	}
	if err := information.CorrectRows(infoSchema, information_schema.SchemataTableName, func(row sql.Row, at func(string) int) {
		if schema, _ := row[at("SCHEMA_NAME")].(string); isInformationSchema(schema) {
			const own = sql.Collation_Information_Schema_Default
			row[at("DEFAULT_CHARACTER_SET_NAME")], row[at("DEFAULT_COLLATION_NAME")] = own.CharacterSet().Name(), own.Name()
		}
	}, "SCHEMA_NAME", "DEFAULT_CHARACTER_SET_NAME", "DEFAULT_COLLATION_NAME"); err != nil {
		return err
	}
	if err := information.AllowNull(infoSchema, information_schema.TablesTableName, "CREATE_TIME"); err != nil {
		return err
	}
	return information.CorrectRows(infoSchema, information_schema.TablesTableName, func(row sql.Row, at func(string) int) {
		// The engine knows neither, and gives the first day of 2000.
		row[at("CREATE_TIME")], row[at("UPDATE_TIME")] = nil, nil
		name, _ := row[at("TABLE_NAME")].(string)
		switch schema, _ := row[at("TABLE_SCHEMA")].(string); {
		case isInformationSchema(schema):
			row[at("TABLE_COLLATION")] = nil
		case strings.EqualFold(schema, computed.PerformanceSchema):
			row[at("ROW_FORMAT")], row[at("TABLE_COLLATION")] = rowFormat(name), tableCollation(name)
		}
	}, append(ofTable, "CREATE_TIME", "UPDATE_TIME", "TABLE_COLLATION")...)
}

// rowFormat is that of a table of performance_schema.
func rowFormat(name string) string {
	if t := catalog.Lookup(name); t != nil && !varies(t) {
		return "Fixed"
	}
	return "Dynamic"
}

// varies says whether a table has a column whose values differ in length.
func varies(t *view.Table) bool {
	for _, c := range t.Columns {
		for _, kind := range []string{"varchar", "varbinary", "text", "blob", "json"} {
			if strings.Contains(c.Type, kind) {
				return true
			}
		}
	}
	return false
}
