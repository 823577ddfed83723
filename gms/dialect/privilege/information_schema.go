package privilege

import (
	"fmt"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"

	"github.com/perfschema/perfschema/gms/dialect/acting"
	"github.com/perfschema/perfschema/gms/dialect/information"
	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// informationFence says which rows of a table of information_schema an account
// may see, by what the row is of.
type informationFence struct {
	schema, name string // the columns that name the database and the object
	// sees decides on a row; hides empties a column of one that is seen.
	sees   func(v *viewer, database, name string) bool
	column string
	hides  func(v *viewer, database, name string) bool
}

// viewer is an account that reads information_schema.
type viewer struct {
	held Held
	ctx  *sql.Context
	auth sql.AuthorizationHandler
}

func (v *viewer) database(database, _ string) bool {
	return v.auth.CheckDatabase(v.ctx, nil, database) == nil
}

func (v *viewer) table(database, name string) bool {
	return listsTable(v.ctx, v.auth, v.held, database, name)
}

// columns says whether an account is shown the columns of a table: those of performance_schema
// that everybody may read are shown to who has been granted something on them alone.
func (v *viewer) columns(database, name string) bool {
	return v.table(database, name) && (!isPerformanceSchema(v.ctx, database) || v.held.listsTable(performanceSchema, name))
}

// listsTable says whether an account is shown that there is a table.
func listsTable(ctx *sql.Context, auth sql.AuthorizationHandler, held Held, database, name string) bool {
	if auth.CheckTable(ctx, nil, database, "", name) != nil {
		return false
	}
	switch database = baseDatabase(ctx, database); {
	case strings.EqualFold(database, performanceSchema), strings.EqualFold(database, profiling), strings.EqualFold(database, sql.InformationSchemaDatabaseName):
		return true
	}
	return held.listsTable(database, name)
}

func (v *viewer) routine(database, name string) bool {
	for _, p := range []sql.PrivilegeType{sql.PrivilegeType_Execute, sql.PrivilegeType_CreateRoutine, sql.PrivilegeType_AlterRoutine} {
		if v.held.onDatabase(database, p) || v.held.onRoutine(database, name, p) || v.held.onFunction(database, name, p) {
			return true
		}
	}
	return v.readsRoutines()
}

func (v *viewer) readsRoutines() bool {
	return v.held.Has(sql.PrivilegeType_Select) || v.held.HasDynamic("SHOW_ROUTINE")
}

// grantee says whether the privileges of an account, written 'user'@'host', are
// the viewer's own to know.
func (v *viewer) grantee(_, name string) bool {
	return name == sqlerr.Account(v.ctx) || v.held.onDatabase("mysql", sql.PrivilegeType_Select)
}

// informationFences are the tables that show what belongs to others.
var informationFences = map[string]informationFence{
	"schemata":                     {schema: "SCHEMA_NAME", name: "SCHEMA_NAME", sees: (*viewer).database},
	"schemata_extensions":          {schema: "SCHEMA_NAME", name: "SCHEMA_NAME", sees: (*viewer).database},
	"tables":                       {schema: "TABLE_SCHEMA", name: "TABLE_NAME", sees: (*viewer).table},
	"tables_extensions":            {schema: "TABLE_SCHEMA", name: "TABLE_NAME", sees: (*viewer).table},
	"columns":                      {schema: "TABLE_SCHEMA", name: "TABLE_NAME", sees: (*viewer).columns},
	"columns_extensions":           {schema: "TABLE_SCHEMA", name: "TABLE_NAME", sees: (*viewer).columns},
	"column_statistics":            {schema: "SCHEMA_NAME", name: "TABLE_NAME", sees: (*viewer).table},
	"statistics":                   {schema: "TABLE_SCHEMA", name: "TABLE_NAME", sees: (*viewer).table},
	"partitions":                   {schema: "TABLE_SCHEMA", name: "TABLE_NAME", sees: (*viewer).table},
	"key_column_usage":             {schema: "TABLE_SCHEMA", name: "TABLE_NAME", sees: (*viewer).table},
	"table_constraints":            {schema: "TABLE_SCHEMA", name: "TABLE_NAME", sees: (*viewer).table},
	"table_constraints_extensions": {schema: "CONSTRAINT_SCHEMA", name: "TABLE_NAME", sees: (*viewer).table},
	"check_constraints":            {schema: "CONSTRAINT_SCHEMA", name: "CONSTRAINT_SCHEMA", sees: (*viewer).database},
	"referential_constraints":      {schema: "CONSTRAINT_SCHEMA", name: "TABLE_NAME", sees: (*viewer).table},
	"st_geometry_columns":          {schema: "TABLE_SCHEMA", name: "TABLE_NAME", sees: (*viewer).table},
	"views": {
		schema: "TABLE_SCHEMA", name: "TABLE_NAME", sees: (*viewer).table,
		column: "VIEW_DEFINITION", hides: func(v *viewer, database, name string) bool {
			return !v.held.onTable(database, name, sql.PrivilegeType_ShowView)
		},
	},
	"routines": {
		schema: "ROUTINE_SCHEMA", name: "ROUTINE_NAME", sees: (*viewer).routine,
		column: "ROUTINE_DEFINITION", hides: func(v *viewer, database, name string) bool {
			return !v.readsRoutines() && !v.held.onDatabase(database, sql.PrivilegeType_CreateRoutine)
		},
	},
	"parameters": {schema: "SPECIFIC_SCHEMA", name: "SPECIFIC_NAME", sees: (*viewer).routine},
	"triggers": {
		schema: "EVENT_OBJECT_SCHEMA", name: "EVENT_OBJECT_TABLE", sees: func(v *viewer, database, name string) bool {
			return v.held.onTable(database, name, sql.PrivilegeType_Trigger)
		},
	},
	"events": {
		schema: "EVENT_SCHEMA", name: "EVENT_NAME", sees: func(v *viewer, database, _ string) bool {
			return v.held.onDatabase(database, sql.PrivilegeType_Event)
		},
	},
	"user_privileges":   {schema: "GRANTEE", name: "GRANTEE", sees: (*viewer).grantee},
	"schema_privileges": {schema: "GRANTEE", name: "GRANTEE", sees: (*viewer).grantee},
	"table_privileges":  {schema: "GRANTEE", name: "GRANTEE", sees: (*viewer).grantee},
	"column_privileges": {schema: "GRANTEE", name: "GRANTEE", sees: (*viewer).grantee},
	"user_attributes": {schema: "HOST", name: "USER", sees: func(v *viewer, host, user string) bool {
		return v.grantee("", "'"+user+"'@'"+host+"'")
	}},
}

// FenceInformation has information_schema show an account what it may see, and
// no more.
func (r *Rights) FenceInformation(infoSchema sql.Database) error {
	for name, fence := range informationFences {
		if err := r.fence(infoSchema, name, fence); err != nil {
			return err
		}
	}
	return nil
}

// fence puts itself before the reader of a table, unless another information_schema has
// none of that name.
func (r *Rights) fence(infoSchema sql.Database, name string, f informationFence) error {
	t, err := information.Table(infoSchema, name)
	if err != nil || t == nil {
		return err
	}
	read, err := r.fenced(name, t.TableSchema, f)
	if err != nil {
		return err
	}
	reader := t.Reader
	t.Reader = func(ctx *sql.Context, c sql.Catalog) (sql.RowIter, error) {
		iter, err := reader(ctx, c)
		return read(ctx, c, iter, err)
	}
	return nil
}

// FenceColumns is FenceInformation for COLUMNS, which is made for each statement.
func (r *Rights) FenceColumns(columns *information_schema.ColumnsTable) {
	read, err := r.fenced(columns.TableName, columns.TableSchema, informationFences[information_schema.ColumnsTableName])
	reader := columns.RowIter
	columns.RowIter = func(ctx *sql.Context, c sql.Catalog, all sql.Schema) (sql.RowIter, error) {
		if err != nil {
			return nil, err
		}
		iter, err := reader(ctx, c, all)
		return read(ctx, c, iter, err)
	}
}

// fenced gives what takes rows for what an account may see of them.
func (r *Rights) fenced(name string, columns sql.Schema, f informationFence) (func(ctx *sql.Context, c sql.Catalog, iter sql.RowIter, err error) (sql.RowIter, error), error) {
	schemaAt, nameAt, columnAt := columns.IndexOfColName(f.schema), columns.IndexOfColName(f.name), -1
	if f.column != "" {
		columnAt = columns.IndexOfColName(f.column)
	}
	if schemaAt < 0 || nameAt < 0 || f.column != "" && columnAt < 0 {
		return nil, fmt.Errorf("information_schema.%s has other columns than expected", name)
	}
	return func(ctx *sql.Context, c sql.Catalog, iter sql.RowIter, err error) (sql.RowIter, error) {
		if err != nil || ctx.Session == nil || acting.IsServer(ctx) {
			return iter, err
		}
		v := &viewer{held: r.Of(ctx), ctx: ctx, auth: c.AuthorizationHandler()}
		if v.held.everything {
			return iter, nil
		}
		return &fencedIter{RowIter: iter, fence: f, viewer: v, schemaAt: schemaAt, nameAt: nameAt, columnAt: columnAt}, nil
	}, nil
}

// fencedIter leaves out the rows that an account may not see. Rows of one object
// stand together, mostly: the last answer is kept.
type fencedIter struct {
	sql.RowIter
	fence                      informationFence
	viewer                     *viewer
	schemaAt, nameAt, columnAt int
	schema, name               string
	decided, seen, hidden      bool
}

// Next implements sql.RowIter.
func (i *fencedIter) Next(ctx *sql.Context) (sql.Row, error) {
	for {
		row, err := i.RowIter.Next(ctx)
		if err != nil {
			return nil, err
		}
		schema, name := columnText(row, i.schemaAt), columnText(row, i.nameAt)
		if !i.decided || schema != i.schema || name != i.name {
			i.schema, i.name, i.decided = schema, name, true
			i.seen = i.fence.sees(i.viewer, schema, name)
			i.hidden = i.seen && i.fence.hides != nil && i.fence.hides(i.viewer, schema, name)
		}
		switch {
		case !i.seen:
		case i.hidden:
			row = row.Copy()
			row[i.columnAt] = ""
			return row, nil
		default:
			return row, nil
		}
	}
}

func columnText(row sql.Row, at int) string {
	if at >= len(row) {
		return ""
	}
	s, _ := row[at].(string)
	return s
}
