package web

import (
	"fmt"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/sampler"
	"github.com/perfschema/perfschema/view"
)

const sqlSessions = `SELECT t.THREAD_ID, t.PROCESSLIST_ID, PROCESSLIST_USER, PROCESSLIST_HOST, PROCESSLIST_DB, PROCESSLIST_COMMAND,
       PROCESSLIST_TIME, PROCESSLIST_STATE, PROCESSLIST_INFO, TOTAL_MEMORY, w.STATE, w.RESOURCE
  FROM performance_schema.threads t LEFT JOIN profiling.worker_threads w ON w.THREAD_ID = t.THREAD_ID
 WHERE t.PROCESSLIST_ID IS NOT NULL ORDER BY PROCESSLIST_COMMAND = 'Sleep', PROCESSLIST_TIME DESC;`

// sessionsPage says who runs what, for how long, and who waits for whom.
func sessionsPage(p *Pages, q *query) (*page, error) {
	c := &page{Title: "Sessions"}
	graph := p.waiting()
	if tree := graph.trees(p, q); len(tree) > 0 {
		c.Blocks = append(c.Blocks, block{ID: "chains", Title: "Who holds up whom", Note: "Below each session stand those that wait for it.", Tree: tree, SQL: sqlChains})
	}
	c.Blocks = append(c.Blocks, block{ID: "sessions", Title: "Sessions", Table: p.sessionTable(q, graph), SQL: sqlSessions, Note: "Those at work come first, the longest at the top."})
	if p.options.ActiveSessions == nil {
		return c, nil
	}
	active := p.activity(q, "session")
	known := reachOf(q, active)
	c.Span = p.spanOfActivity(q, &known, active)
	c.Blocks[len(c.Blocks)-1].Note = "At this moment. " + c.Blocks[len(c.Blocks)-1].Note
	c.Blocks = append(c.Blocks, p.activeBlocks(q, active)...)
	return c, nil
}

// session is a connection.
type session struct {
	thread, connection             uint64
	user, host, db, command, state string
	seconds                        uint64
	info                           string
	memory                         any
	doing, resource                string
	query                          *sampler.Profile
}

func (s *session) working() bool { return s.command != "Sleep" && s.command != "Daemon" }

func (p *Pages) sessions() []*session {
	running := make(map[uint64]*sampler.Profile)
	for _, q := range p.options.Profiler.Running() {
		running[q.Statement.ThreadID()] = q
	}
	doing := make(map[uint64]view.Row)
	for _, r := range p.read("worker_threads", nil, "THREAD_ID", "STATE", "RESOURCE") {
		doing[number(r[0])] = r
	}
	var out []*session
	for _, r := range p.read("threads", nil, "THREAD_ID", "PROCESSLIST_ID", "PROCESSLIST_USER", "PROCESSLIST_HOST", "PROCESSLIST_DB",
		"PROCESSLIST_COMMAND", "PROCESSLIST_STATE", "PROCESSLIST_TIME", "PROCESSLIST_INFO", "TOTAL_MEMORY", "PARENT_THREAD_ID", "TYPE") {
		if number(r[1]) == 0 && (str(r[11]) != "FOREGROUND" || r[10] != nil) {
			continue
		}
		s := &session{thread: number(r[0]), connection: number(r[1]), user: str(r[2]), host: str(r[3]), db: str(r[4]), command: str(r[5]), state: str(r[6]),
			seconds: number(r[7]), info: str(r[8]), memory: r[9], query: running[number(r[0])]}
		if d := doing[s.thread]; d != nil {
			s.doing, s.resource = str(d[1]), str(d[2])
		}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b *session) int {
		switch {
		case a.working() != b.working():
			if a.working() {
				return -1
			}
			return 1
		case a.seconds != b.seconds:
			return int(b.seconds) - int(a.seconds)
		}
		return int(a.thread) - int(b.thread)
	})
	return out
}

// name is a session in words.
func (s *session) name() string {
	who := s.user
	if who == "" {
		who = "somebody"
	}
	if s.connection == 0 {
		return fmt.Sprintf("thread %d", s.thread)
	}
	return fmt.Sprintf("%s@%s, connection %d", who, s.host, s.connection)
}

func (p *Pages) sessionTable(q *query, g *waiting) *table {
	list := p.sessions()
	t := &table{Len: len(list), Empty: "Nobody is connected.", Columns: []column{{Name: "session"}, {Name: "schema"}, {Name: "does"},
		{"for", "Since it does that", true}, {Name: "statement"}, {Name: "waits for"}, {"on CPU", "Of its statement, as far as the profiler saw it", true}, {"memory", "Counted as in use by the session", true}}}
	mayKill := q.change && p.options.Kill != nil
	if mayKill {
		t.Columns = append(t.Columns, column{Name: "end statement"}, column{Name: "end session"})
	}
	t.row = func(i int) []cell {
		s := list[i]
		statement := textCell(clip(strings.ToValidUTF8(s.info, "\uFFFD")))
		took := cell{Text: fmt.Sprintf("%d s", s.seconds), Value: s.seconds}
		cpu := none()
		if s.query != nil {
			statement.URL = q.link("execution", "id", fmt.Sprint(s.query.Statement.StatementID()))
			if statement.Text == "" {
				statement = linkCell(clip(textOf(s.query.Statement)), statement.URL)
			}
			if d, ok := s.query.Statement.Duration(); ok {
				took = cell{Text: showDuration(d), Value: d.Seconds()}
			}
			on, _, _ := s.query.Wall()
			cpu = durationCell(on)
		}
		statement.Wide = true
		row := []cell{textCell(s.name()), textCell(s.db), textCell(strings.TrimSpace(s.command + " " + s.state)), took, statement, textCell(g.words(s)), cpu, bytesOf(s.memory)}
		if mayKill {
			row = append(row, p.killCell(s, true), p.killCell(s, false))
		}
		return row
	}
	return t
}

func (p *Pages) killCell(s *session, statementOnly bool) cell {
	if s.connection == 0 || statementOnly && !s.working() {
		return cell{}
	}
	action, button := "connection", "End session"
	if statementOnly {
		action, button = "statement", "End statement"
	}
	return cell{Form: &form{Action: "kill", Button: button, Label: fmt.Sprintf("%s of %s", button, s.name()),
		Fields: []field{{"connection", fmt.Sprint(s.connection)}, {"what", action}}}}
}

// words says what a session waits for.
func (g *waiting) words(s *session) string {
	if w, ok := g.waits[s.thread]; ok {
		out := w.what
		if w.ps > 0 {
			out += ", for " + showTime(w.ps)
		}
		return out
	}
	if s.doing == "waiting" && s.working() {
		return resourceWords(s.resource)
	}
	return ""
}
