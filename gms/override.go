package gms

import (
	"strings"

	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/internal/table"
	"github.com/perfschema/perfschema/view"
)

// schemaFormatter names the storage engine of the Performance Schema's tables
// in SHOW CREATE TABLE.
type schemaFormatter struct{ sql.SchemaFormatter }

// GenerateCreateTableStatement implements sql.SchemaFormatter.
func (f schemaFormatter) GenerateCreateTableStatement(name string, columns []string, temp, autoInc, charset, collation, comment string) string {
	text := f.SchemaFormatter.GenerateCreateTableStatement(name, columns, temp, autoInc, charset, collation, comment)
	v := view.Lookup(name)
	if v == nil {
		v = view.LookupProfiling(name)
	}
	if v == nil || comment == "" || v.Comment != comment {
		return text
	}
	before, after, ok := strings.Cut(text, "\n) ENGINE=InnoDB")
	if !ok {
		return text
	}
	return before + "\n) ENGINE=" + table.StorageEngine + after
}

// Overrides are what an engine must be built with, so that it understands SHOW
// ENGINE PERFORMANCE_SCHEMA STATUS and FLUSH STATUS. Those given are kept and
// extended.
func (a *Adapter) Overrides(o sql.EngineOverrides) sql.EngineOverrides {
	o.Builder.Parser = watchParser(a.extendParser(unwatchParser(o.Builder.Parser)))
	if _, ok := o.SchemaFormatter.(schemaFormatter); !ok {
		o.SchemaFormatter = schemaFormatter{sql.GetSchemaFormatter(o)}
	}
	return o
}
