package table

import (
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"

	"github.com/perfschema/perfschema/gms/dialect/information"
	"github.com/perfschema/perfschema/gms/dialect/step"
)

// Apart has each statement get tables of information_schema of its own, in the capitals of
// MySQL's names. The engine has one of each, into which every statement writes its catalog,
// and its procedures. It makes COLUMNS for each statement: columns is told of that, if it is not nil.
func Apart(infoSchema sql.Database, columns func(*information_schema.ColumnsTable)) sql.Database {
	if _, ok := infoSchema.(*apart); ok {
		return infoSchema
	}
	return &apart{Database: infoSchema, columns: columns}
}

// apart is information_schema.
type apart struct {
	sql.Database
	columns func(*information_schema.ColumnsTable)
	made    sync.Map // of [apart.columnsOf], by the table's name
}

// SpeaksDialect implements step.Speaker: no other engine has information_schema apart.
func (*apart) SpeaksDialect() {}

var (
	_ sql.Database       = (*apart)(nil)
	_ step.Speaker       = (*apart)(nil)
	_ information.Shared = (*apart)(nil)
)

// Shared implements information.Shared.
func (d *apart) Shared() sql.Database { return d.Database }

// GetTableNames implements sql.Database.
func (d *apart) GetTableNames(ctx *sql.Context) ([]string, error) {
	names, err := d.Database.GetTableNames(ctx)
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strings.ToUpper(name)
	}
	slices.Sort(out)
	return out, err //nolint:wrapcheck // the engine's own
}

// otherNames are MySQL's names of the columns of tables where the engine has others.
var otherNames = map[string][]string{
	information_schema.InnoDBDatafilesName:       {"SPACE", "PATH"},
	information_schema.InnoDBFtBeingDeletedName:  {"DOC_ID"},
	information_schema.ResourceGroupsTableName:   {"RESOURCE_GROUP_NAME", "RESOURCE_GROUP_TYPE", "RESOURCE_GROUP_ENABLED", "VCPU_IDS", "THREAD_PRIORITY"},
	information_schema.ViewRoutineUsageTableName: {"TABLE_CATALOG", "TABLE_SCHEMA", "TABLE_NAME", "SPECIFIC_CATALOG", "SPECIFIC_SCHEMA", "SPECIFIC_NAME"},
}

// GetTableInsensitive implements sql.Database.
func (d *apart) GetTableInsensitive(ctx *sql.Context, name string) (sql.Table, bool, error) {
	t, ok, err := d.Database.GetTableInsensitive(ctx, name)
	if err != nil || !ok {
		return t, ok, err //nolint:wrapcheck // the engine's own
	}
	if made, ok := t.(*information_schema.ColumnsTable); ok {
		own := *made
		own.TableSchema = d.columnsOf(own.TableName, own.TableSchema)
		own.TableName = strings.ToUpper(own.TableName)
		orderPrivileges(&own)
		describeStored(&own)
		describeOwn(&own)
		correctColumns(&own)
		if d.columns != nil {
			d.columns(&own)
		}
		return &own, true, nil
	}
	if plain, ok := t.(*information_schema.InformationSchemaTable); ok {
		own := *plain
		if names := otherNames[own.TableName]; len(names) == len(own.TableSchema) {
			own.TableSchema = own.TableSchema.Copy()
			for i, name := range names {
				own.TableSchema[i].Name = name
			}
		}
		own.TableSchema = d.columnsOf(own.TableName, own.TableSchema)
		own.TableName = strings.ToUpper(own.TableName)
		return &own, true, nil
	}
	if _, ok := t.(sql.CatalogTable); !ok {
		return t, true, nil
	}
	// The others have types that have no name here. One keeps what is written in an
	// InformationSchemaTable that it points to.
	shared := reflect.ValueOf(t)
	if shared.Kind() != reflect.Pointer || shared.Elem().Kind() != reflect.Struct {
		return t, true, nil
	}
	own := reflect.New(shared.Elem().Type())
	own.Elem().Set(shared.Elem())
	if part := own.Elem().FieldByName("InformationSchemaTable"); part.IsValid() && part.CanSet() {
		if shared, ok := part.Interface().(*information_schema.InformationSchemaTable); ok {
			inner := *shared
			inner.TableSchema = d.columnsOf(inner.TableName, inner.TableSchema)
			inner.TableName = strings.ToUpper(inner.TableName)
			part.Set(reflect.ValueOf(&inner))
		}
	}
	return own.Interface().(sql.Table), true, nil
}
