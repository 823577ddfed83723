package web

import (
	"fmt"
	"slices"

	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/snowset"
	"github.com/perfschema/perfschema/view/advice"
)

// problem says which statement is the problem, why, and what would help.
type problem struct {
	Headline, Statement, URL string
	Why, Help                []string
}

// adviceWords are those in which pages write values.
var adviceWords = advice.Words{
	Count: showCount, Time: showTime, Percent: showPercent,
	Chains: "Sessions shows chains, Waits and locks what is waited for.", Files: "I/O shows the files.", Errors: "See Errors.",
	Executions: "Its executions show in which nodes of the plan that is.",
}

// advise looks at the statement that is worth most attention; nil: there is none.
func (p *Pages) advise(q *query, s *summary) *problem {
	var list []advice.Figures
	var of []*digestSum
	for _, d := range s.digests {
		if d.digest != "" {
			list, of = append(list, d.figures.advised()), append(of, d)
		}
	}
	all := s.all[elapsed]
	i := advice.Worst(list, all, func(i int) bool {
		text, _ := p.digestText(of[i].key)
		return advice.Watches(text)
	})
	if i < 0 {
		return nil
	}
	d := of[i]
	a := advice.Of(p.advised(d), all, d == s.digests[0], &adviceWords)
	text, _ := p.digestText(d.key)
	return &problem{Headline: a.Headline, Statement: text, URL: q.link("digest", "schema", d.schema, "digest", d.digest), Why: a.Why, Help: a.Help}
}

func (f *figures) advised() advice.Figures {
	return advice.Figures{Executions: f[executions], Failed: f[failed], Time: f[elapsed], Examined: f[examined], Sent: f[sent], Affected: f[affected],
		NoIndex: f[noIndex], Sorted: f[sorted], TmpDisk: f[tmpDisk]}
}

// advised is what is known of a digest.
func (p *Pages) advised(d *digestSum) *advice.Statement {
	text, _ := p.digestText(d.key)
	return &advice.Statement{Figures: d.figures.advised(), Text: text, Scan: p.worstScan(d.key), Mostly: p.mostly(&d.spent), Shares: advice.Shares{
		Locks: p.kindShare(&d.spent, snowset.ResourceMutex), Storage: p.kindShare(&d.spent, snowset.ResourcePersistentReadCache),
		Client: p.kindShare(&d.spent, snowset.ResourceDataExchangeNet), Planning: p.kindShare(&d.spent, snowset.ResourceSetup),
	}}
}

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

// worstScan is the node with a table that gave most rows, in the slowest execution whose
// plan is kept.
func (p *Pages) worstScan(k key) (worst advice.Scan) {
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
		if n.Object != "" && n.Known && !n.RowsUnknown && n.Rows >= worst.Rows {
			worst = advice.Scan{Name: n.Name, Object: n.Object, Rows: n.Rows}
		}
	}
	return worst
}
