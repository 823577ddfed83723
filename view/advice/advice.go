package advice

import (
	"fmt"
	"regexp"
	"strings"
)

// Figures are what the executions of one digest counted in a span of time.
type Figures struct {
	Executions, Failed       uint64
	Time                     uint64 // picoseconds
	Examined, Sent, Affected uint64 // rows
	NoIndex                  uint64 // executions that read a table without an index
	Sorted                   uint64 // rows
	TmpDisk                  uint64 // temporary tables on disk
}

// Statement is one digest and what is known of it. What is not known is left zero.
type Statement struct {
	Figures
	Text   string // normalized
	Scan   Scan   // the node of a plan with a table that gave most rows
	Shares Shares
	Mostly string // where most of its time went, as ", 80 % of it: CPU"
}

// Scan is a node of a plan that reads a table.
type Scan struct {
	Name, Object string
	Rows         uint64
}

// Shares are the parts of a statement's time, of 1, that it waited and was prepared.
type Shares struct{ Locks, Storage, Client, Planning float64 }

// Words write values as those around them are written. Time is given picoseconds, Percent a
// part of 1.
type Words struct {
	Count   func(uint64) string
	Time    func(uint64) string
	Percent func(float64) string
	// What is said where more is to be seen: of who holds locks, of files, of errors, and
	// of where an execution spends its time.
	Chains, Files, Errors, Executions string
}

// Advice is what is said of a statement.
type Advice struct {
	Headline  string
	Why, Help []string
}

// worth is the part of the time of all from which a statement is worth an index, even where
// another one took more.
const worth = 0.05

// scans says whether it reads far more than it gives, for want of an index.
func (f *Figures) scans() bool {
	return f.NoIndex > 0 && f.Examined >= 10*max(f.Sent+f.Affected, 100)
}

// Worst chooses from statements, those that took most time first: the first of those that
// read far more than they give, for want of an index, if it counts; otherwise the first that
// took any. all is the time of all statements. skip, which may be nil, is asked about one
// before it is chosen. -1: there is none.
func Worst(list []Figures, all uint64, skip func(i int) bool) int {
	chosen := func(i int) bool { return skip == nil || !skip(i) }
	for i := range list {
		if f := &list[i]; f.scans() && float64(f.Time) >= worth*float64(all) && chosen(i) {
			return i
		}
	}
	for i := range list {
		if list[i].Time > 0 && chosen(i) {
			return i
		}
	}
	return -1
}

// Watches says of a normalized text whether it is of somebody who watches the server: no
// index helps what it reads.
func Watches(text string) bool {
	for _, schema := range []string{"performance_schema", "information_schema", "profiling", "sys"} {
		if strings.Contains(text, "`"+schema+"` . ") {
			return true
		}
	}
	return strings.HasPrefix(text, "SHOW ")
}

// cheap is how long an execution takes that is not slow by itself: 5 ms.
const cheap = 5_000_000_000

// Of is what is to be said of the statement that [Worst] has chosen; first says that no
// other took more time.
func Of(s *Statement, all uint64, first bool, w *Words) *Advice {
	a := &Advice{}
	mean := s.Time / max(s.Executions, 1)
	a.Headline = "One statement took"
	if !first && s.scans() {
		a.Headline = "One statement reads far more than it gives. It took"
	}
	a.Headline += fmt.Sprintf(" %s of the time of all: %s in %s executions, %s each.", w.Percent(float64(s.Time)/float64(max(all, 1))), w.Time(s.Time), w.Count(s.Executions), w.Time(mean))
	a.Why, a.Help = s.Reasons(w)
	switch {
	case len(a.Why) > 0:
	case mean < cheap:
		a.Why = []string{"Each of its executions is cheap; there are many."}
		a.Help = []string{"Ask less often: keep the answer, or ask for many rows at once."}
	default:
		a.Why = []string{fmt.Sprintf("Each of its executions takes %s%s.", w.Time(mean), s.Mostly)}
		a.Help = []string{w.Executions}
	}
	return a
}

// Reasons are what stands out of a statement, and what would help; none: nothing does.
func (s *Statement) Reasons(w *Words) (why, help []string) {
	say := func(reason, remedy string) {
		why = append(why, reason)
		if remedy != "" {
			help = append(help, remedy)
		}
	}
	if s.NoIndex > 0 && s.Examined >= few*s.NoIndex {
		say(fmt.Sprintf("%s of %s executions read a table without an index.", w.Count(s.NoIndex), w.Count(s.Executions)), s.index())
	}
	if perSent := s.Examined / max(s.Sent+s.Affected, 1); perSent >= 10 && s.Examined >= 1000 {
		remedy := ""
		if s.NoIndex == 0 {
			remedy = "A narrower condition, or an index that holds all columns of it; a sum over many rows is cheaper where it is kept."
		}
		say(fmt.Sprintf("It examines %s rows for each that it sends or changes: %s in all.", w.Count(perSent), w.Count(s.Examined)), remedy)
	}
	if s.Scan.Rows > 0 && s.Scan.Object != "" && s.NoIndex > 0 {
		say(fmt.Sprintf("In its slowest execution that is kept, %s rows of %s were read.", w.Count(s.Scan.Rows), s.Scan.Object), "")
	}
	if s.TmpDisk > 0 {
		say(fmt.Sprintf("It made %s temporary tables on disk.", w.Count(s.TmpDisk)), "Sort or group fewer and smaller rows.")
	}
	if s.Sorted > 10*max(s.Sent, 1) {
		say(fmt.Sprintf("It sorts %s rows.", w.Count(s.Sorted)), "An index in the order that it sorts by, or fewer rows to sort.")
	}
	for _, r := range []struct {
		share        float64
		does, remedy string
	}{
		{s.Shares.Locks, "waits for locks and other threads", "See who holds them: " + w.Chains},
		{s.Shares.Storage, "waits for storage", "More memory for what is read often, or fewer rows read. " + w.Files},
		{s.Shares.Client, "waits for its client to take rows", "Ask for fewer rows, or take them faster."},
		{s.Shares.Planning, "is parsed and planned", "Prepare it once and execute that."},
	} {
		if r.share >= 0.3 {
			say(fmt.Sprintf("For %s of its time it %s.", w.Percent(r.share), r.does), r.remedy)
		}
	}
	if s.Failed > 0 {
		say(fmt.Sprintf("%s of %s executions failed.", w.Count(s.Failed), w.Count(s.Executions)), w.Errors)
	}
	return why, help
}

// few rows of a table are as soon read without an index.
const few = 20

// plain is a name that needs no quotes.
var plain = regexp.MustCompile("^[a-z_][a-z0-9_]*$")

// index is the one that would help.
func (s *Statement) index() string {
	if 2*s.NoIndex < s.Executions {
		// There is one, which the plans of some executions do not use.
		tables := "its tables"
		if s.Scan.Object != "" {
			tables = s.Scan.Object
		}
		return "Most executions read no table without an index. ANALYZE TABLE of " + tables + " renews what plans are chosen by; their plans show what differs."
	}
	of := "An index"
	if s.Scan.Object != "" {
		of += " on " + s.Scan.Object
	}
	if columns := ComparedColumns(s.Text); len(columns) > 0 {
		of += " that begins with what it compares: " + strings.Join(columns, ", ") + "."
		if s.Scan.Object != "" && len(columns) == 1 && plain.MatchString(columns[0]) && plain.MatchString(strings.ReplaceAll(s.Scan.Object, ".", "")) {
			of += fmt.Sprintf(" For example CREATE INDEX by_%s ON %s (%s).", columns[0], s.Scan.Object, columns[0])
		}
		return of
	}
	return of + " by the columns that it joins, groups or sorts by, and fewer rows of it."
}
