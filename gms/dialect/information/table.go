package information

import (
	"fmt"
	"reflect"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/information_schema"
)

// Shared is an information_schema that gives each statement tables of its own, made of those
// that another one has for all.
type Shared interface {
	Shared() sql.Database
}

// Table returns a table of information_schema, nil if there is none or another
// information_schema has its own answers. Who changes its Reader changes what everybody
// reads.
func Table(infoSchema sql.Database, name string) (*information_schema.InformationSchemaTable, error) {
	if s, ok := infoSchema.(Shared); ok {
		infoSchema = s.Shared()
	}
	found, ok, err := infoSchema.GetTableInsensitive(sql.NewEmptyContext(), name)
	if err != nil {
		return nil, fmt.Errorf("find information_schema.%s: %w", name, err)
	}
	if !ok {
		return nil, nil //nolint:nilnil // that it is not there is an answer
	}
	if t, ok := found.(*information_schema.InformationSchemaTable); ok {
		return t, nil
	}
	// STATISTICS has a type of its own, which embeds such a table.
	if v := reflect.Indirect(reflect.ValueOf(found)); v.Kind() == reflect.Struct {
		if embedded := v.FieldByName("InformationSchemaTable"); embedded.IsValid() {
			t, _ := embedded.Interface().(*information_schema.InformationSchemaTable)
			return t, nil
		}
	}
	return nil, nil //nolint:nilnil // see above
}
