package table

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/view"
)

// SchemaFormatter names the storage engine of the Performance Schema's tables
// in SHOW CREATE TABLE.
type SchemaFormatter struct{ sql.SchemaFormatter }

// GenerateCreateTableStatement implements sql.SchemaFormatter.
func (f SchemaFormatter) GenerateCreateTableStatement(name string, columns []string, temp, autoInc, charset, collation, comment string) string {
	text := f.SchemaFormatter.GenerateCreateTableStatement(name, columns, temp, autoInc, charset, collation, comment)
	v := view.Lookup(name)
	if v == nil {
		v = view.LookupProfiling(name)
	}
	if v == nil {
		v = view.LookupSys(name)
	}
	if v == nil || comment == "" || v.Comment != comment {
		return text
	}
	before, after, ok := strings.Cut(text, "\n) ENGINE=InnoDB")
	if !ok {
		return text
	}
	return before + "\n) ENGINE=" + StorageEngine + after
}
