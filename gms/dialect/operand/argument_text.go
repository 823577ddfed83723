package operand

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/sysvar"
)

// BoundText is a value as a string, of bytes too that are no characters.
func BoundText(ctx *sql.Context, v any) any {
	switch b := v.(type) {
	case nil:
		return nil
	case []byte:
		return string(b)
	case types.Timespan:
		return b.String()
	}
	if text, _, err := types.LongText.Convert(ctx, v); err == nil {
		if text, err := sql.UnwrapAny(ctx, text); err == nil {
			return text
		}
	}
	return fmt.Sprint(v)
}

// LargestResult is the session's max_allowed_packet.
func LargestResult(ctx *sql.Context) int64 {
	if v, err := ctx.GetSessionVariable(ctx, sysvar.MaxAllowedPacket); err == nil {
		if n, err := sysvar.Int64(v); err == nil {
			return n
		}
	}
	return sysvar.DefaultMaxPacket
}

// TextOf returns a value as a text.
func TextOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []byte:
		return string(v)
	}
	return ""
}

// Times and plus do not pass the largest number. What is below 0 counts as 0.
func Times(a, b int64) int64 {
	if a <= 0 || b <= 0 {
		return 0
	}
	high, low := bits.Mul64(uint64(a), uint64(b))
	if high != 0 || low > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(low)
}
