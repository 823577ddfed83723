package report

import (
	"math"

	"github.com/perfschema/perfschema/history/trend"
)

// cell is a value as a person reads it, and as a program does: a number in the unit of
// what it was read from, picoseconds for times, and nil where it is not known.
type cell struct {
	text  string
	value any
}

func word(s string) cell { return cell{s, s} }

// took is a time in picoseconds.
func took(ps float64) cell { return cell{picoseconds(ps), finite(ps)} }

// more is by how much a time in picoseconds has grown; less than 0: has shrunk.
func more(ps float64) cell {
	c := took(math.Abs(ps))
	if c.value = finite(ps); ps < 0 {
		c.text = "-" + c.text
	}
	return c
}

func exactly(n uint64) cell { return cell{grouped(float64(n)), n} }

// about shows a large number with fewer digits.
func about(n uint64) cell { return cell{showCount(float64(n)), n} }

func share(of, all float64) cell { return cell{percent(part(of, all)), finite(part(of, all))} }

// probability is a share that may not be known.
func probability(p float64) cell {
	if math.IsNaN(p) {
		return cell{unknown, nil}
	}
	return cell{percent(p), p}
}

// quantileCell is a percentile of a statement; the last bucket of all has no upper bound.
func quantileCell(s *trend.Statement, permille uint64) cell {
	v := s.Quantile(permille)
	if v == 0 || v == 1<<64-1 {
		return cell{quantileText(v), nil}
	}
	return cell{quantileText(v), v}
}

// change is a value of a span A and of a span B.
func change(a, b cell) cell { return cell{arrow(a.text, b.text), []any{a.value, b.value}} }

func finite(v float64) any {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return v
}

// add adds a row, about a statement unless its digest is empty.
func (t *Table) add(about trend.Key, cells ...cell) {
	texts, values := make([]string, len(cells)), make([]any, len(cells))
	for i, c := range cells {
		texts[i], values[i] = c.text, c.value
	}
	t.Rows = append(t.Rows, texts)
	t.Values = append(t.Values, values)
	t.About = append(t.About, about)
}

// statementCells are those that say which statement a row is about.
func statementCells(k trend.Key, text string) []cell {
	return []cell{word(textOf(k.Digest, text)), {shortDigest(k.Digest), k.Digest}}
}
