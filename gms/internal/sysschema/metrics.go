package sysschema

import (
	"math/big"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/types"
)

// tellMetrics tells all metrics, and by how much each number has changed.
func (c *call) tellMetrics(before map[[2]string]string, seconds float64) error {
	now, err := c.texts(metricsQuery)
	if err != nil {
		return err
	}
	schema := sql.Schema{
		{Name: "Variable_name", Type: types.LongText}, {Name: "Variable_value", Type: types.LongText, Nullable: true},
		{Name: "Delta", Type: types.LongText, Nullable: true}, {Name: "Delta per second", Type: types.Float64, Nullable: true},
		{Name: "Type", Type: types.LongText}, {Name: "Enabled", Type: types.LongText},
	}
	rows := make([]sql.Row, len(now))
	for i, r := range now {
		row := sql.Row{r[0], r[1], nil, nil, r[2], r[3]}
		if delta, perSecond, ok := metricDelta(before[[2]string{r[2], r[0]}], r[1], seconds); ok {
			row[2], row[3] = delta, perSecond
		}
		rows[i] = row
	}
	return c.giveRows(schema, sql.RowsToRowIter(rows...))
}

// metricDelta is by how much a number has changed; ok is false of what is none.
func metricDelta(before, now string, seconds float64) (delta string, perSecond float64, ok bool) {
	a, isNumber := new(big.Rat).SetString(before)
	b, alsoNumber := new(big.Rat).SetString(now)
	if !isNumber || !alsoNumber || len(before) > 64 || len(now) > 64 {
		return "", 0, false
	}
	d := b.Sub(b, a)
	f, _ := d.Float64()
	if d.IsInt() {
		delta = d.Num().String()
	} else {
		delta = d.FloatString(6)
	}
	return delta, f / max(seconds, 1e-9), true
}
