package conflict

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/perfschema/perfschema"
)

// program is a Schema with a thread whose statements commit.
type program struct {
	*perfschema.Schema
	thread *perfschema.Thread
	keys   map[string]perfschema.StatementKey
}

func newProgram(t *testing.T) *program {
	s, err := perfschema.New(perfschema.Config{})
	if err != nil {
		t.Fatal(err)
	}
	return &program{s, s.NewThread(0, perfschema.ThreadOptions{User: "joe", Host: "here", ProcesslistID: 7}),
		map[string]perfschema.StatementKey{"update": s.RegisterStatement("sql", perfschema.Info{Name: "update"}), "commit": s.RegisterStatement("sql", perfschema.Info{Name: "commit"}),
			"Execute": s.RegisterStatement("com", perfschema.Info{Name: "Execute"}), "Close stmt": s.RegisterStatement("com", perfschema.Info{Name: "Close stmt"})}}
}

// party is who commits by a statement of such a kind.
func (p *program) party(kind, text string) Party {
	st := p.thread.BeginStatement(p.keys[kind])
	st.SetText(text)
	st.ComputeDigest()
	defer st.End()
	return PartyOf(p.thread.Work())
}

// The query is the one that commits by itself, or the last one before a COMMIT; its text is known once it has
// ended.
func TestPartyOf(t *testing.T) {
	p := newProgram(t)
	alone := p.party("update", "UPDATE a SET b = 1")
	p.party("update", "UPDATE c SET d = 2")
	commits := p.party("commit", "COMMIT")
	for _, c := range []struct {
		party *Party
		want  string
	}{{&alone, "UPDATE `a` SET `b` = ?"}, {&commits, "UPDATE `c` SET `d` = ?"}, {&Party{}, ""}} {
		if got := c.party.Query.DigestText(); got != c.want || (c.party.Query.DigestHex() == "") != (c.want == "") {
			t.Errorf("got %q with digest %q, want %q", got, c.party.Query.DigestHex(), c.want)
		}
	}
	if alone.User != "joe" || alone.Host != "here" || alone.ProcesslistID != 7 || alone.ThreadID != p.thread.ID() || alone.Query.StatementID == 0 {
		t.Errorf("%+v", alone)
	}
	if w := (*perfschema.Thread)(nil).Work(); w != (perfschema.Work{}) {
		t.Errorf("no thread does %+v", w)
	}
	if n := testing.AllocsPerRun(100, func() { _ = p.thread.Work() }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// The query before a COMMIT is one of the transaction that the history keeps: no command that runs none, as
// clients send behind a prepared statement, and nothing that is older than the transaction.
func TestPartyOfTransaction(t *testing.T) {
	p := newProgram(t)
	query := func(kept bool) string {
		p.SetConsumer(perfschema.ConsumerEventsStatementsHistory, kept)
		p.thread.BeginTransaction(p.TransactionKey(), perfschema.TransactionOptions{})
		p.party("Execute", "UPDATE a SET b = 1")
		p.party("Close stmt", "UPDATE a SET b = 1")
		p.SetConsumer(perfschema.ConsumerEventsStatementsHistory, true)
		commits := p.party("commit", "COMMIT")
		return commits.Query.EventName
	}
	p.party("update", "UPDATE c SET d = 2")
	if got := query(true); got != "statement/com/Execute" {
		t.Errorf("the query is %q", got)
	}
	if got := query(false); got != "" {
		t.Errorf("the query is %q, which was not of the transaction", got)
	}
	p.party("update", "UPDATE c SET d = 2")
	p.SetConsumer(perfschema.ConsumerEventsStatementsHistory, false)
	if commits := p.party("commit", "COMMIT"); commits.Query.EventID != 0 {
		t.Errorf("%+v of a history that is switched off", commits.Query)
	}
}

// The texts of a pair are those of its digests also where the loser's first statement had not ended when it
// was counted.
func TestPairOfFirstStatement(t *testing.T) {
	p := newProgram(t)
	r := &Recorder{}
	winner := p.party("update", "UPDATE a SET b = 1")
	st := p.thread.BeginStatement(p.keys["update"])
	st.SetText("UPDATE c SET d = 2")
	st.ComputeDigest()
	r.Add(Row{Loser: PartyOf(p.thread.Work()), Winner: winner, Again: true})
	st.End()
	if got := r.Pairs()[0]; got.LoserText != "UPDATE `c` SET `d` = ?" || got.WinnerText != "UPDATE `a` SET `b` = ?" {
		t.Errorf("%q lost to %q", got.LoserText, got.WinnerText)
	}
}

// The last rows are kept, oldest first, and pairs counted; what finds no room is counted in one pair.
func TestRecorderIsBounded(t *testing.T) {
	p := newProgram(t)
	r := &Recorder{}
	const more = 5
	var first Party
	for i := range MaxRows + more {
		loser := p.party("update", "UPDATE t"+strings.Repeat("x", i%3)+fmt.Sprint(i)+" SET a = 1")
		if i == 0 {
			first = loser
		}
		r.Add(Row{At: time.Unix(int64(i), 0), Loser: loser, Winner: loser, Again: i%2 == 0})
	}
	r.Add(Row{At: time.Unix(MaxRows+more, 0), Loser: first, Winner: first})
	rows := r.Rows()
	if len(rows) != MaxRows || rows[0].ID != more+2 || rows[MaxRows-1].ID != MaxRows+more+1 {
		t.Fatalf("%d rows, %d to %d", len(rows), rows[0].ID, rows[len(rows)-1].ID)
	}
	pairs := r.Pairs()
	if len(pairs) != MaxPairs+1 {
		t.Fatalf("%d pairs", len(pairs))
	}
	if a := pairs[0]; a.Count != 2 || a.CountAgain != 1 || a.LoserText == "" || a.FirstSeen != time.Unix(0, 0) || a.LastSeen != time.Unix(MaxRows+more, 0) {
		t.Errorf("the first pair: %+v", a)
	}
	if rest := pairs[MaxPairs]; rest.Count != more || rest.Loser != "" || rest.LoserText != "" {
		t.Errorf("without room: %+v", rest)
	}
	r.Truncate()
	r.TruncatePairs()
	if r.Add(Row{}); len(r.Rows()) != 1 || r.Rows()[0].ID != MaxRows+more+2 || len(r.Pairs()) != 1 {
		t.Errorf("after TRUNCATE: %v, %v", r.Rows(), r.Pairs())
	}
	var none *Recorder
	none.Add(Row{})
	none.Truncate()
	none.TruncatePairs()
	if none.Rows() != nil || none.Pairs() != nil {
		t.Error("no recorder keeps something")
	}
}
