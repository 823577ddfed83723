package trend

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/perfschema/perfschema/history"
	"github.com/perfschema/perfschema/view"
)

// Slowest implements [ExecutionSource].
func (f Files) Slowest(ctx context.Context, span history.Span, digest string, limit int) ([]*Execution, error) {
	digest = strings.ToLower(digest)
	var list []*Execution
	err := f.Directory.Read(ctx, profileTable, profileColumns, span, func(row view.Row) error {
		if !hasDigest(value[string](row[13]), digest) {
			return nil
		}
		x := &Execution{
			Window: value[time.Time](row[0]), QueryID: value[int64](row[1]), Started: value[time.Time](row[2]), Milliseconds: value[int64](row[3]),
			Weight: value[uint64](row[10]), Detail: value[string](row[11]), Text: value[string](row[12]),
		}
		if cpu := number(row[4]); cpu != nil {
			cores := known[float64](row[8])
			x.Wall = Wall{Known: true, Seen: cores != nil, CPU: *cpu, Waiting: orZero(number(row[5])), Idle: orZero(number(row[6])), Queued: orZero(number(row[7])), CoresUsed: orZero(cores), Cores: value[int64](row[9])}
		}
		if list = append(list, x); len(list) >= 2*limit {
			slices.SortFunc(list, slower)
			list = slices.Delete(list, limit, len(list))
		}
		return nil
	})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	slices.SortFunc(list, slower)
	list = list[:min(limit, len(list))]
	plans := plansOf(list)
	err = f.Directory.Read(ctx, operatorTable, nodeColumns, planSpan(list), func(row view.Row) error {
		plans.add(value[time.Time](row[0]), value[int64](row[1]), &Node{
			ID: value[int64](row[2]), Parent: value[int64](row[3]), Operator: value[string](row[4]), Object: value[string](row[5]),
			Loops: known[uint64](row[6]), Rows: known[uint64](row[7]), Memory: known[int64](row[8]), Time: number(row[9]),
		})
		return nil
	})
	plans.settle()
	return list, err
}

// known is what a cell has, nil for NULL.
func known[T any](cell any) *T {
	if v, ok := cell.(T); ok {
		return &v
	}
	return nil
}

// number is a decimal, nil for NULL.
func number(cell any) *float64 {
	s, ok := cell.(string)
	if !ok {
		return nil
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil
	}
	return &n
}

func orZero(n *float64) float64 {
	if n == nil {
		return 0
	}
	return *n
}
