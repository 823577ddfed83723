package gms

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/internal/table"
)

// Overrides are what an engine must be built with, so that it understands SHOW
// ENGINE PERFORMANCE_SCHEMA STATUS and FLUSH STATUS. Those given are kept and
// extended.
func (a *Adapter) Overrides(o sql.EngineOverrides) sql.EngineOverrides {
	o.Builder.Parser = watchParser(a.extendParser(unwatchParser(o.Builder.Parser)))
	if _, ok := o.SchemaFormatter.(table.SchemaFormatter); !ok {
		o.SchemaFormatter = table.SchemaFormatter{SchemaFormatter: sql.GetSchemaFormatter(o)}
	}
	return o
}
