package schemafunction

import (
	"github.com/dolthub/go-mysql-server/sql"

	"github.com/perfschema/perfschema/gms/internal/sysschema"
	"github.com/perfschema/perfschema/view/format"
)

// formatBytes is FORMAT_BYTES(): a count of bytes with a unit.
func formatBytes(ctx *sql.Context, arg any) (any, error) {
	n, err := sysschema.Number(ctx, arg)
	if err != nil {
		return nil, err
	}
	return format.Bytes(n), nil
}

// formatPicoTime is FORMAT_PICO_TIME(): a time in picoseconds with a unit.
func formatPicoTime(ctx *sql.Context, arg any) (any, error) {
	n, err := sysschema.Number(ctx, arg)
	if err != nil {
		return nil, err
	}
	return format.PicoTime(n), nil
}
