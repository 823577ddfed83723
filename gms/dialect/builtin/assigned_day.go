package builtin

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"

	"github.com/perfschema/perfschema/gms/dialect/operand"
)

// TakenDay returns the text of a date or a time that goes into a column of texts, and the number of its digits for
// a column of numbers. Other expressions come back as they are, with false: they must not be compared, as a row of
// values cannot be. The engine gives the text of a day a time of zeros, and takes the seconds since 1970 for the
// number.
func TakenDay(column sql.Type, e sql.Expression) (sql.Expression, bool) {
	switch e.(type) {
	case *expression.DefaultColumn, *sql.ColumnDefaultValue, *expression.BindVar:
		return e, false
	}
	if !e.Resolved() {
		return e, false
	}
	t := e.Type()
	if t == nil || !types.IsTimespan(t) && !operand.IsDated(t) {
		return e, false
	}
	if _, isText := column.(sql.StringType); isText {
		return operand.TemporalText(e), true
	}
	_, query := e.(*plan.Subquery)
	if (query || operand.IsTemporalValued(e)) && (types.IsInteger(column) || types.IsDecimal(column) || types.IsFloat(column)) {
		return operand.TemporalDigits(e), true
	}
	return e, false
}
