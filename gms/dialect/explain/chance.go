package explain

import (
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/expression"
	"github.com/dolthub/go-mysql-server/sql/plan"
	"github.com/dolthub/go-mysql-server/sql/types"
	"github.com/dolthub/vitess/go/sqltypes"

	"github.com/perfschema/perfschema/gms/internal/node"
)

// What part of the rows that are read meets a condition nobody knows before they are read.
// MySQL guesses by the kind of each comparison, and `filtered` is that guess; so is ours.
const (
	chanceEqual   = 0.1
	chanceUnequal = 1.0 / 3 // below or above something
	chanceBetween = 1.0 / 9 // as LIKE
	chanceList    = 0.5     // the most that a list of values is thought to let pass
)

// percent is the type of the column filtered, which MySQL tells with two digits.
type percent struct{ number }

type number = sql.Type

// SQL implements sql.Type.
func (p percent) SQL(ctx *sql.Context, dest []byte, v any) (sqltypes.Value, error) {
	f, ok := v.(float64)
	if !ok {
		return p.number.SQL(ctx, dest, v) //nolint:wrapcheck // the engine's own
	}
	return sqltypes.MakeTrusted(p.Type(), strconv.AppendFloat(dest[len(dest):], f, 'f', 2, 64)), nil
}

// chance is what part of a table's rows is thought to meet a condition.
func (l *line) chance(e sql.Expression) float64 {
	switch e := e.(type) {
	case *expression.And:
		return l.chance(e.LeftChild) * l.chance(e.RightChild)
	case *expression.Or:
		a, b := l.chance(e.LeftChild), l.chance(e.RightChild)
		return a + b - a*b
	case *expression.Not:
		if c := l.chance(e.Child); c < 1 {
			return 1 - c
		}
	case *expression.Equals:
		return l.ofColumn(chanceEqual, e.Left(), e.Right())
	case *expression.NullSafeEquals:
		return l.ofColumn(chanceEqual, e.Left(), e.Right())
	case *expression.IsNull:
		if f, ok := e.Child.(*expression.GetField); ok && !f.IsNullable() {
			return 0
		}
		return l.ofColumn(chanceEqual, e.Child)
	case *expression.GreaterThan, *expression.GreaterThanOrEqual, *expression.LessThan, *expression.LessThanOrEqual:
		return l.ofColumn(chanceUnequal, e.Children()...)
	case *expression.Between:
		return l.ofColumn(chanceBetween, e.Val)
	case *expression.Like:
		return l.ofColumn(chanceBetween, e.Left())
	case *expression.InTuple:
		return l.ofList(e.Left(), e.Right())
	case *expression.HashInTuple:
		return l.ofList(e.Left(), e.Right())
	}
	return 1
}

// ofColumn is the chance of a comparison of one of the table's columns, that has not been
// made already by the key; of others 1.
func (l *line) ofColumn(chance float64, sides ...sql.Expression) float64 {
	for _, side := range sides {
		f, ok := side.(*expression.GetField)
		if c, converted := side.(node.ConvertedColumn); converted {
			f, ok = c.ConvertedColumn()
		}
		switch {
		case !ok || !strings.EqualFold(f.Table(), l.table):
		case l.used[strings.ToLower(f.Name())]:
			return 1
		case chance == chanceEqual:
			return l.equal(f.Type())
		case l.counted && l.rows > 0:
			return max(chance, 1/float64(l.rows))
		default:
			return chance
		}
	}
	return 1
}

// equal is the chance that a column has one certain value: what has few values, or few
// rows, has each of them more often.
func (l *line) equal(t sql.Type) float64 {
	chance := chanceEqual
	if e, ok := t.(sql.EnumType); ok {
		chance = max(chance, 1/float64(max(e.NumberOfElements(), 1)))
	}
	if l.counted && l.rows > 0 {
		chance = max(chance, 1/float64(l.rows))
	}
	return chance
}

func (l *line) ofList(column, list sql.Expression) float64 {
	values, ok := list.(expression.Tuple)
	one := l.ofColumn(chanceEqual, column)
	if !ok || one == 1 {
		return one
	}
	return min(one*float64(len(values)), max(chanceList, one))
}

// filteredPercent is what filtered says.
func (l *line) filteredPercent() float64 { return math.Round(l.share*1e4) / 100 }

// read looks up the row of a key that has one, as MySQL does before it plans: what is told
// of it is that there is none, or none that the comparisons with its key let pass.
func (w *walker) read(l *line, n sql.Node, condition sql.Expression) {
	access, ok := n.(*plan.IndexedTableAccess)
	if a, is := n.(*plan.TableAlias); is {
		access, ok = a.Child.(*plan.IndexedTableAccess)
	}
	if !ok || l.access != "const" || w.apart > 0 {
		return
	}
	row, found, known := w.constant(access)
	if !known || found && l.meets(w.ctx, condition, row) {
		return
	}
	*l = *newLine("")
	l.add("no matching row in const table")
}

// constant reads the row of a look-up by a whole unique key; known is false where it
// cannot be read.
func (w *walker) constant(n *plan.IndexedTableAccess) (row sql.Row, found, known bool) {
	lookup, _, err := n.GetLookup(w.ctx, nil)
	if err != nil || n.Table == nil {
		return nil, false, false
	}
	parts, err := n.Table.LookupPartitions(w.ctx, lookup)
	if err != nil {
		return nil, false, false
	}
	rows := sql.NewTableRowIter(w.ctx, n.Table, parts)
	defer func() { _ = rows.Close(w.ctx) }() // nothing of it is told
	switch row, err = rows.Next(w.ctx); {
	case err == nil:
		return row, true, true
	case errors.Is(err, io.EOF):
		return nil, false, true
	}
	return nil, false, false
}

// meets says whether a row meets those comparisons of a condition that its key has made.
func (l *line) meets(ctx *sql.Context, condition sql.Expression, row sql.Row) bool {
	if condition == nil {
		return true
	}
	for _, e := range expression.SplitConjunction(condition) {
		if equals, ok := e.(*expression.Equals); ok && l.ofKey(equals) {
			if met, err := sql.EvaluateCondition(ctx, e, row); err == nil && !sql.IsTrue(met) {
				return false
			}
		}
	}
	return true
}

// ofKey says whether a comparison is of a column of the key with a constant.
func (l *line) ofKey(e *expression.Equals) bool {
	for i, side := range e.Children() {
		f, ok := side.(*expression.GetField)
		_, constant := e.Children()[1-i].(*expression.Literal)
		if ok && constant && l.keyed[strings.ToLower(f.Name())] {
			return true
		}
	}
	return false
}

// comparesAnew says whether a column is still to be compared with a constant after a key
// has found it: MySQL does so where a key that was made out of a text, or of a number of
// another kind, may stand for more values than the one that is compared.
func comparesAnew(column sql.Type, constant sql.Expression) bool {
	of := constant.Type()
	switch column.Type() {
	case sqltypes.Int64, sqltypes.Uint64, sqltypes.Enum, sqltypes.Set:
		return types.IsText(of) || types.IsFloat(of)
	case sqltypes.Float32:
		return true
	}
	return false
}
