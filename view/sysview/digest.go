package sysview

import (
	"cmp"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// normalized is what a row of a view of normalized statements tells of. Its figures are
// of the moment in which the rows were put in order.
type normalized struct {
	record.StatementStat
	digest perfschema.Digest
	known  *record.DigestSummary
}

// summary is what else is known of the statement.
func (n *normalized) summary() *record.DigestSummary {
	if n.known == nil {
		s := n.digest.Summary()
		n.known = &s
	}
	return n.known
}

func (n *normalized) schema() string {
	if n.known != nil {
		return n.known.Schema
	}
	return n.digest.Schema()
}

func (n *normalized) hex() string {
	if n.known != nil {
		return n.known.DigestHex
	}
	return n.digest.Hex()
}

// scans is how many of the statements used no index, or no good one.
func (n *normalized) scans() uint64 { return n.Counters.NoIndexUsed + n.Counters.NoGoodIndexUsed }

type normalizedField = sysField[normalized]

// count is a figure of normalized statements.
func count(name string, of func(*normalized) uint64) normalizedField {
	return normalizedField{name, field.BigintUnsigned + notNull, asIs, func(n *normalized) any { return of(n) }}
}

// picoseconds is a time of normalized statements.
func picoseconds(name string, of func(*normalized) uint64) normalizedField {
	return normalizedField{name, field.BigintUnsigned + notNull, latency, func(n *normalized) any { return of(n) }}
}

// perStatement is a figure by statement, rounded.
func perStatement(name, typ string, of func(*normalized) uint64) normalizedField {
	return normalizedField{name, typ, asIs, func(n *normalized) any { return quotientOr0(of(n), n.Timer.Count, 0) }}
}

const rounded = "decimal(21,0)"

// The columns that several of the views have.
var (
	digestQuery = normalizedField{"query", field.Longtext, brief, func(n *normalized) any { return field.ValidText(n.summary().DigestText) }}
	digestDB    = normalizedField{"db", field.Identifier, asIs, func(n *normalized) any { return field.Text(n.schema()) }}
	digestScan  = normalizedField{"full_scan", "varchar(1)" + notNull, asIs, func(n *normalized) any {
		if n.scans() > 0 {
			return "*"
		}
		return ""
	}}
	digestHex   = normalizedField{"digest", field.Identifier, asIs, func(n *normalized) any { return field.Text(n.hex()) }}
	digestFirst = normalizedField{"first_seen", field.MicroTimestamp + notNull, asIs, func(n *normalized) any { return n.summary().FirstSeen }}
	digestLast  = normalizedField{"last_seen", field.MicroTimestamp + notNull, asIs, func(n *normalized) any { return n.summary().LastSeen }}

	executions  = count("exec_count", func(n *normalized) uint64 { return n.Timer.Count })
	digestTotal = picoseconds("total_latency", func(n *normalized) uint64 { return n.Timer.Sum })
	digestMax   = picoseconds("max_latency", func(n *normalized) uint64 { return n.Timer.Max })
	digestAvg   = picoseconds("avg_latency", func(n *normalized) uint64 { return n.Timer.Avg() })
	errCount    = count("err_count", func(n *normalized) uint64 { return n.Errors })
	warnCount   = count("warn_count", func(n *normalized) uint64 { return n.Counters.Warnings })
	digestSent  = count("rows_sent", rowsSent)
	examined    = count("rows_examined", rowsExamined)
)

func rowsSent(n *normalized) uint64     { return n.Counters.RowsSent }
func rowsExamined(n *normalized) uint64 { return n.Counters.RowsExamined }
func rowsAffected(n *normalized) uint64 { return n.Counters.RowsAffected }

// digestsWhere lists the normalized statements that are wanted.
func digestsWhere(keep func(*normalized) bool) func(view.Reader) []normalized {
	return func(r view.Reader) (out []normalized) {
		for i := range r.Digests {
			if n := (normalized{StatementStat: r.Digests[i].Stat, known: &r.Digests[i]}); keep(&n) {
				out = append(out, n)
			}
		}
		if r.Digests != nil {
			return out
		}
		for _, d := range r.Schema.Read().ListDigests() {
			if n := (normalized{StatementStat: d.Stat(), digest: d}); keep(&n) {
				out = append(out, n)
			}
		}
		return out
	}
}

func byTotal(a, b *normalized) int { return cmp.Compare(b.Timer.Sum, a.Timer.Sum) }

// digestView declares a view of normalized statements and its twin.
func digestView(name, comment string, keep func(*normalized) bool, compare func(a, b *normalized) int, fields ...normalizedField) []*view.Table {
	return twins(sysView{name: name, comment: comment, reads: []string{"events_statements_summary_by_digest"}},
		fields, inOrder(digestsWhere(keep), compare))
}

// digestViews are the views of normalized statements.
func digestViews() []*view.Table {
	tables := append(statementAnalysis(), digestView("statements_with_errors_or_warnings", "Normalized statements that raised errors or warnings",
		func(n *normalized) bool { return n.Errors > 0 || n.Counters.Warnings > 0 },
		func(a, b *normalized) int {
			return cmp.Or(cmp.Compare(b.Errors, a.Errors), cmp.Compare(b.Counters.Warnings, a.Counters.Warnings))
		},
		digestQuery, digestDB, executions,
		count("errors", func(n *normalized) uint64 { return n.Errors }),
		normalizedField{"error_pct", "decimal(27,4)" + notNull, asIs, func(n *normalized) any { return percent(n.Errors, n.Timer.Count, 4) }},
		count("warnings", func(n *normalized) uint64 { return n.Counters.Warnings }),
		normalizedField{"warning_pct", "decimal(27,4)" + notNull, asIs, func(n *normalized) any { return percent(n.Counters.Warnings, n.Timer.Count, 4) }},
		digestFirst, digestLast, digestHex)...)
	tables = append(tables, digestView("statements_with_full_table_scans", "Normalized statements that read whole tables, SHOW left out",
		func(n *normalized) bool {
			return n.scans() > 0 && !strings.HasPrefix(strings.ToUpper(n.summary().DigestText), "SHOW")
		},
		func(a, b *normalized) int {
			return cmp.Or(cmp.Compare(b.scanPercent(), a.scanPercent()), byTotal(a, b))
		},
		digestQuery, digestDB, executions, digestTotal,
		count("no_index_used_count", func(n *normalized) uint64 { return n.Counters.NoIndexUsed }),
		count("no_good_index_used_count", func(n *normalized) uint64 { return n.Counters.NoGoodIndexUsed }),
		normalizedField{"no_index_used_pct", "decimal(24,0)" + notNull, asIs, func(n *normalized) any { return percent(n.Counters.NoIndexUsed, n.Timer.Count, 0) }},
		digestSent, examined, perStatement("rows_sent_avg", rounded, rowsSent), perStatement("rows_examined_avg", rounded, rowsExamined),
		digestFirst, digestLast, digestHex)...)
	tables = append(tables, digestView("statements_with_sorting", "Normalized statements that sorted rows",
		func(n *normalized) bool { return n.Counters.SortRows > 0 }, byTotal,
		digestQuery, digestDB, executions, digestTotal,
		count("sort_merge_passes", func(n *normalized) uint64 { return n.Counters.SortMergePasses }),
		perStatement("avg_sort_merges", rounded+notNull, func(n *normalized) uint64 { return n.Counters.SortMergePasses }),
		count("sorts_using_scans", func(n *normalized) uint64 { return n.Counters.SortScan }),
		count("sort_using_range", func(n *normalized) uint64 { return n.Counters.SortRange }),
		count("rows_sorted", func(n *normalized) uint64 { return n.Counters.SortRows }),
		perStatement("avg_rows_sorted", rounded+notNull, func(n *normalized) uint64 { return n.Counters.SortRows }),
		digestFirst, digestLast, digestHex)...)
	tables = append(tables, digestView("statements_with_temp_tables", "Normalized statements that used temporary tables",
		func(n *normalized) bool { return n.Counters.CreatedTmpTables > 0 },
		func(a, b *normalized) int {
			return cmp.Or(cmp.Compare(b.Counters.CreatedTmpDiskTables, a.Counters.CreatedTmpDiskTables), cmp.Compare(b.Counters.CreatedTmpTables, a.Counters.CreatedTmpTables))
		},
		digestQuery, digestDB, executions, digestTotal,
		count("memory_tmp_tables", func(n *normalized) uint64 { return n.Counters.CreatedTmpTables }),
		count("disk_tmp_tables", func(n *normalized) uint64 { return n.Counters.CreatedTmpDiskTables }),
		perStatement("avg_tmp_tables_per_query", rounded+notNull, func(n *normalized) uint64 { return n.Counters.CreatedTmpTables }),
		normalizedField{"tmp_tables_to_disk_pct", "decimal(24,0)" + notNull, asIs, func(n *normalized) any {
			return percent(n.Counters.CreatedTmpDiskTables, n.Counters.CreatedTmpTables, 0)
		}},
		digestFirst, digestLast, digestHex)...)
	return append(tables, slowestDigests()...)
}

// scanPercent is no_index_used_pct.
func (n *normalized) scanPercent() float64 {
	return floatOf(percent(n.Counters.NoIndexUsed, n.Timer.Count, 0))
}

// statementAnalysis declares statement_analysis. Its twin has a column more.
func statementAnalysis() []*view.Table {
	fields := []normalizedField{
		digestQuery, digestDB, digestScan, executions, errCount, warnCount, digestTotal, digestMax, digestAvg,
		picoseconds("lock_latency", func(n *normalized) uint64 { return n.Counters.LockTime }),
		picoseconds("cpu_latency", func(n *normalized) uint64 { return n.Counters.CPUTime }),
		digestSent, perStatement("rows_sent_avg", rounded+notNull, rowsSent),
		examined, perStatement("rows_examined_avg", rounded+notNull, rowsExamined),
		count("rows_affected", rowsAffected), perStatement("rows_affected_avg", rounded+notNull, rowsAffected),
		count("tmp_tables", func(n *normalized) uint64 { return n.Counters.CreatedTmpTables }),
		count("tmp_disk_tables", func(n *normalized) uint64 { return n.Counters.CreatedTmpDiskTables }),
		count("rows_sorted", func(n *normalized) uint64 { return n.Counters.SortRows }),
		count("sort_merge_passes", func(n *normalized) uint64 { return n.Counters.SortMergePasses }),
		{"max_controlled_memory", field.BigintUnsigned + notNull, size, func(n *normalized) any { return n.MaxControlledMemory }},
		{"max_total_memory", field.BigintUnsigned + notNull, size, func(n *normalized) any { return n.MaxTotalMemory }},
		digestHex, digestFirst, digestLast,
	}
	all := func(*normalized) bool { return true }
	v := sysView{name: "statement_analysis", comment: "What normalized statements cost", reads: []string{"events_statements_summary_by_digest"}}
	shown := sysTable(v, fields, inOrder(digestsWhere(all), byTotal), false)
	secondary := count("exec_secondary_count", func(*normalized) uint64 { return 0 }) // there is no second engine
	fields = append(append(append([]normalizedField(nil), fields[:4]...), secondary), fields[4:]...)
	v.name = "x$" + v.name
	return []*view.Table{shown, sysTable(v, fields, inOrder(digestsWhere(all), byTotal), true)}
}
