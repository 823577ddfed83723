package web

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/snowset"
)

// advice says which statement is the problem, why, and what would help.
type advice struct {
	Headline, Statement, URL string
	Why, Help                []string
	SQL                      string
}

// worth is the part of the time of all from which a statement is worth an index, even where
// another one took more.
const worth = 0.05

// advise looks at the digest that took most time of those that read far more than they
// give, for want of an index; where there is none that counts, at the one that took most.
// nil: there is none.
func (p *Pages) advise(q *query, s *summary) *advice {
	i := slices.IndexFunc(s.digests, func(d *digestSum) bool {
		f := &d.figures
		return d.digest != "" && f[noIndex] > 0 && f[examined] >= 10*max(f[sent]+f[affected], 100) && float64(f[elapsed]) >= worth*float64(s.all[elapsed])
	})
	if i < 0 {
		i = slices.IndexFunc(s.digests, func(d *digestSum) bool { return d.digest != "" && d.figures[elapsed] > 0 })
	}
	if i < 0 {
		return nil
	}
	d := s.digests[i]
	f := &d.figures
	a := &advice{URL: q.link("digest", "schema", d.schema, "digest", d.digest)}
	a.Statement, _ = p.digestText(d.key)
	a.Headline = fmt.Sprintf(map[bool]string{true: "One statement took", false: "One statement reads far more than it gives. It took"}[i == 0]+" %s of the time of all: %s in %s executions, %s each.",
		showPercent(float64(f[elapsed])/float64(max(s.all[elapsed], 1))), showTime(f[elapsed]), showCount(f[executions]), showTime(f[elapsed]/max(f[executions], 1)))
	p.explain(a, d)
	switch mean := f[elapsed] / max(f[executions], 1); {
	case len(a.Why) > 0:
	case mean < cheap:
		a.Why = append(a.Why, "Each of its executions is cheap; there are many.")
		a.Help = append(a.Help, "Ask less often: keep the answer, or ask for many rows at once.")
	default:
		a.Why = append(a.Why, fmt.Sprintf("Each of its executions takes %s%s.", showTime(mean), p.mostly(&d.spent)))
		a.Help = append(a.Help, "Its executions show in which nodes of the plan that is.")
	}
	return a
}

// cheap is how long an execution takes that is not slow by itself: 5 ms.
const cheap = 5_000_000_000

// mostly says where most of the time went, if the profiler saw it.
func (p *Pages) mostly(s *spent) string {
	list := byKind(p.schema.Read(), s)
	all, most := s.sum(), 0
	for i, d := range list {
		if d > list[most] {
			most = i
		}
	}
	if all <= 0 || list[most] <= 0 {
		return ""
	}
	return fmt.Sprintf(", %s of it: %s", showPercent(float64(list[most])/float64(all)), kinds[most].name)
}

// explain adds what the counters of a digest and the plans of its executions tell.
func (p *Pages) explain(a *advice, d *digestSum) {
	f := &d.figures
	say := func(why, help string) {
		a.Why = append(a.Why, why)
		if help != "" {
			a.Help = append(a.Help, help)
		}
	}
	perSent := f[examined] / max(f[sent]+f[affected], 1)
	scan := p.worstScan(d.key)
	if f[noIndex] > 0 {
		help := "An index"
		if scan.object != "" {
			help += " on " + scan.object
		}
		if columns := comparedColumns(a.Statement); len(columns) > 0 {
			help += " that begins with what it compares: " + strings.Join(columns, ", ") + "."
		} else {
			help += " by the columns that it joins, groups or sorts by, and fewer rows of it."
		}
		say(fmt.Sprintf("%s of %s executions read a table without an index.", showCount(f[noIndex]), showCount(f[executions])), help)
	}
	if perSent >= 10 && f[examined] >= 1000 {
		help := ""
		if f[noIndex] == 0 {
			help = "A narrower condition, or an index that holds all columns of it; a sum over many rows is cheaper where it is kept."
		}
		say(fmt.Sprintf("It examines %s rows for each that it sends or changes: %s in all.", showCount(perSent), showCount(f[examined])), help)
	}
	if scan.rows > 0 && scan.object != "" && f[noIndex] > 0 {
		say(fmt.Sprintf("In its slowest execution that is kept, %s gave %s rows (%s).", scan.object, showCount(scan.rows), scan.name), "")
	}
	if f[tmpDisk] > 0 {
		say(fmt.Sprintf("It made %s temporary tables on disk.", showCount(f[tmpDisk])), "Sort or group fewer and smaller rows.")
	}
	if f[sorted] > 10*max(f[sent], 1) {
		say(fmt.Sprintf("It sorts %s rows.", showCount(f[sorted])), "An index in the order that it sorts by, or fewer rows to sort.")
	}
	for _, r := range []struct {
		of        snowset.Resource
		why, help string
	}{
		{snowset.ResourceMutex, "waits for locks and other threads", "See who holds them: Sessions shows chains, Waits and locks what is waited for."},
		{snowset.ResourcePersistentReadCache, "waits for storage", "More memory for what is read often, or fewer rows read. I/O shows the files."},
		{snowset.ResourceDataExchangeNet, "waits for its client to take rows", "Ask for fewer rows, or take them faster."},
		{snowset.ResourceSetup, "is parsed and planned", "Prepare it once and execute that."},
	} {
		if share := p.kindShare(&d.spent, r.of); share >= 0.3 {
			say(fmt.Sprintf("For %s of its time it %s.", showPercent(share), r.why), r.help)
		}
	}
	if f[failed] > 0 {
		say(fmt.Sprintf("%s of %s executions failed.", showCount(f[failed]), showCount(f[executions])), "See Errors.")
	}
}

// find is the executions that are kept of a digest.
func (p *Pages) find(k key) []*sampler.Profile {
	sum, ok := sumOf(k.digest)
	if !ok {
		return nil
	}
	return slices.DeleteFunc(p.options.Profiler.Find(sampler.Key{Digest: &sum}), func(q *sampler.Profile) bool { return q.Statement.Schema() != k.schema })
}

// keptOf are the digests of that number that anything is kept of, one of each default
// database.
func (p *Pages) keptOf(digest string) (out []key) {
	sum, ok := sumOf(digest)
	if !ok {
		return nil
	}
	seen := make(map[key]bool)
	for _, q := range p.options.Profiler.Find(sampler.Key{Digest: &sum}) {
		if k := (key{q.Statement.Schema(), digest}); !seen[k] {
			seen[k] = true
			out = append(out, k)
		}
	}
	return out
}

// scan is a node of a plan that reads a table.
type scan struct {
	name, object string
	rows         uint64
}

// worstScan is the node with a table that gave most rows, in the slowest execution whose
// plan is kept.
func (p *Pages) worstScan(k key) (worst scan) {
	var slowest *sampler.Profile
	longest := int64(-1)
	for _, q := range p.find(k) {
		if took, ok := q.Statement.Duration(); ok && q.Statement.Plan() != nil && int64(took) > longest {
			slowest, longest = q, int64(took)
		}
	}
	if slowest == nil {
		return worst
	}
	for _, n := range slowest.Statement.Plan().Nodes() {
		if n.Object != "" && n.Known && !n.RowsUnknown && n.Rows >= worst.rows {
			worst = scan{n.Name, n.Object, n.Rows}
		}
	}
	return worst
}

// compared is a column before what compares it with a value, in a normalized text: quoted,
// or a word that is also one of MySQL's.
var compared = regexp.MustCompile("((?:`[^`]+` \\. )*(?:`[^`]+`|[A-Z_]+)) (?:NOT )?(?:=|<|>|<=|>=|<=>|<>|!=|LIKE|BETWEEN|IN) ?(?:\\(|\\?|\\.\\.\\.)")

// comparedColumns are the columns that a normalized text compares with values.
func comparedColumns(text string) (out []string) {
	at := strings.Index(text, "WHERE ")
	if at < 0 {
		return nil
	}
	for _, m := range compared.FindAllStringSubmatch(text[at:], -1) {
		name := strings.ReplaceAll(strings.ReplaceAll(m[1], "` . `", "."), "`", "")
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}
