package sysview

import (
	"cmp"
	"maps"
	"slices"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// average is how many normalized statements take so many microseconds on average.
type average struct {
	micros     uint64
	statements int64
	upTo       int64 // of all normalized statements, how many take no longer
	all        int64
}

// averageOf is the average of a normalized statement in microseconds, rounded.
func averageOf(n *normalized) uint64 { return (n.Timer.Avg() + 500_000) / 1_000_000 }

// averages are those of all normalized statements, the shortest first.
func averages(statements []normalized) []average {
	counts := make(map[uint64]int64)
	for i := range statements {
		counts[averageOf(&statements[i])]++
	}
	var out []average
	upTo := int64(0)
	for _, micros := range slices.Sorted(maps.Keys(counts)) {
		upTo += counts[micros]
		out = append(out, average{micros, counts[micros], upTo, int64(len(statements))})
	}
	return out
}

// percentile95 is the least average that more than 95 % of normalized statements do not
// exceed.
func percentile95(all []average) []average {
	for i, a := range all {
		if float64(a.upTo)/float64(a.all) > 0.95 {
			return all[i : i+1]
		}
	}
	return nil
}

// slowestDigests declares the view of the statements that take longer on average than 95 %
// of all, and what it goes by.
func slowestDigests() []*view.Table {
	everything := digestsWhere(func(*normalized) bool { return true })
	reads := []string{"events_statements_summary_by_digest"}
	slowest := func(r view.Reader) []normalized {
		all := everything(r)
		limit := percentile95(averages(all))
		return slices.DeleteFunc(all, func(n normalized) bool { return len(limit) == 0 || averageOf(&n) < limit[0].micros })
	}
	tables := twins(sysView{name: "statements_with_runtimes_in_95th_percentile", comment: "Normalized statements whose average time is among the longest 5 %", reads: reads},
		[]normalizedField{
			digestQuery, digestDB, digestScan, executions, errCount, warnCount, digestTotal, digestMax, digestAvg,
			digestSent, perStatement("rows_sent_avg", rounded+notNull, rowsSent),
			examined, perStatement("rows_examined_avg", rounded+notNull, rowsExamined),
			digestFirst, digestLast, digestHex,
		}, inOrder(slowest, func(a, b *normalized) int { return cmp.Compare(b.Timer.Avg(), a.Timer.Avg()) }))
	micros := sysField[average]{"avg_us", rounded, asIs, func(a *average) any { return a.micros }}
	return append(tables,
		sysTable(sysView{name: "x$ps_digest_avg_latency_distribution", comment: "How many normalized statements take how long on average, in microseconds", reads: reads},
			[]sysField[average]{{"cnt", field.Bigint + notNull, asIs, func(a *average) any { return a.statements }}, micros},
			field.Listed(func(r view.Reader) []average { return averages(everything(r)) }), true),
		sysTable(sysView{name: "x$ps_digest_95th_percentile_by_avg_us", comment: "The average time, in microseconds, that 95 % of normalized statements do not exceed", reads: reads},
			[]sysField[average]{micros, {"percentile", "decimal(46,4)" + notNull, asIs, func(a *average) any { return quotientOr0(a.upTo, a.all, 4) }}},
			field.Listed(func(r view.Reader) []average { return percentile95(averages(everything(r))) }), true))
}
