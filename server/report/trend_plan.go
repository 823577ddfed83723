package report

import (
	"fmt"

	"github.com/perfschema/perfschema/history/trend"
	"github.com/perfschema/perfschema/view/profiling"
)

// shownPlans is of how many statements the plans are shown side by side.
const shownPlans = 5

// replannedSection is the statements that have another plan in B than they had in A, with the plans.
func replannedSection(list []*trend.Replanned, limit int) Section {
	s := Section{ID: "plans", Title: "Another plan",
		Note: "Statements with a plan in B that they did not have in A, or that had another one most often: its tables, indexes, joins or their order are others. A is the plan that took most of the statement's time in A, B the new one that took most in B; where none is new, those by which it was executed most often. " +
			"Executions are those by these plans, an estimate where the plans of short ones are left out; rows are those that one read in the mean. More is by how much the time of B differs from what as many executions took by plan A. It says nothing of chance."}
	if len(list) == 0 {
		s.Unknown = "No statement is known to have another plan."
		return s
	}
	t := &Table{Title: "By plan, from A to B", Left: 3, Code: true, Head: []string{"statement", "digest", "plan", "more", "executions", "mean", "rows read"}}
	for _, r := range list[:min(len(list), limit)] {
		t.add(r.Key, append(statementCells(r.Key, r.Text), change(word(r.A.Hash), word(r.B.Hash)), more(r.More()), change(about(r.A.Count), about(r.B.Count)),
			change(took(r.A.Mean()), took(r.B.Mean())), change(rowsCell(r.A.Examined()), rowsCell(r.B.Examined())))...)
	}
	s.Charts = append(s.Charts, t)
	for _, r := range list[:min(len(list), shownPlans)] {
		s.Charts = append(s.Charts, sideBySide(r))
	}
	if n := len(list) - limit; n > 0 {
		s.Unknown = "Left out: " + of(int64(n), int64(len(list)), "statements") + "."
	}
	return s
}

func rowsCell(n float64) cell { return cell{digits(n), finite(n)} }

// sideBySide shows an example of each of two plans, line by line.
func sideBySide(r *trend.Replanned) *Table {
	t := &Table{Title: fmt.Sprintf("Plans of %s, one execution of each", shortDigest(r.Digest)), Left: 2, Head: []string{"A: " + r.A.Hash, "B: " + r.B.Hash}}
	for _, l := range profiling.PairPlanLines(r.A.Example, r.B.Example) {
		t.add(trend.Key{}, planCell(l[0]), planCell(l[1]))
	}
	return t
}

func planCell(l profiling.PlanLine) cell {
	if l.Text == "" {
		return cell{}
	}
	return cell{l.Shown, l.Text}
}
