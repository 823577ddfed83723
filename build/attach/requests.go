package attach

import (
	"cmp"
	"slices"
	"strings"

	"github.com/perfschema/perfschema/build/internal/report"
	"github.com/perfschema/perfschema/view"
)

var (
	requestColumns = []view.Column{
		nullable(text("REQUEST", "the route of the requests that are served, as \"GET /orders/{id}\"; NULL of statements outside of requests")),
	}
	insideColumns = []view.Column{
		nullable(text("EVENT_NAME", "the kind of statement, by the name of the instrument that the library has for it")),
		nullable(text("STATEMENT", "what the request asked for: a query without its literals, the host of a request that was sent; NULL of a wait for a connection of a pool")),
	}
	digestColumns = []view.Column{
		{Name: "DIGEST", Type: "varchar(64)", Nullable: true, Comment: "that of events_statements_summary_by_digest, which has them too; NULL of what is no statement there"},
	}
	countColumns = []view.Column{
		number("COUNT_STAR", "requests or statements that have ended"), number("SUM_ERRORS", "those of them that failed: of requests a status from 500 on, and handlers that did not return"),
		number("SUM_TIMER_WAIT", "time of all of them"), number("MIN_TIMER_WAIT", "of the shortest"), number("AVG_TIMER_WAIT", "the mean"), number("MAX_TIMER_WAIT", "of the longest"),
	}
	blockedColumns = []view.Column{
		number("SUM_TIMER_BLOCKED", "time that the goroutines which served the requests waited"),
		number("SUM_TIMER_BLOCKED_STARTED", "time that goroutines waited which these had started, while the request ran"),
	}
	whoseColumns = []view.Column{
		{Name: "GOROUTINE", Type: "enum('SERVING','STARTED')", Comment: "SERVING is the goroutine of the request, STARTED one that it has started"},
	}
	instanceColumns = []view.Column{
		nullable(number("OBJECT_INSTANCE_BEGIN", "the address of the lock or channel, as in mutex_instances; NULL if there was none, or were several")),
	}
)

// requestTables are those of requests and of what they asked for and waited for.
func (p *Program) requestTables() []*view.Table {
	return []*view.Table{
		p.table("requests", "Requests that have been served, by route.", slices.Concat(requestColumns, []view.Column{text("EVENT_NAME", "statement/http/ and the method; statement/grpc/unary, statement/grpc/stream")}, digestColumns, countColumns, blockedColumns), p.requestRows),
		p.table("request_statements", "What requests have asked for: queries, connections of pools, requests and calls sent.", slices.Concat(requestColumns, insideColumns, digestColumns, countColumns), p.statementRows),
		p.table("request_waits", "Where requests have waited, by route, statement and line.", slices.Concat(requestColumns, insideColumns, whoseColumns, placeColumns, instanceColumns, timerColumns), requestWaitRows),
	}
}

func (p *Program) requestRows(t *report.Told) []view.Row {
	blocked := make(map[report.Statement][2]int64)
	for i := range t.RequestWaits {
		w := &t.RequestWaits[i]
		sums := blocked[w.Request]
		if w.Child {
			sums[1] += int64(w.Sum.Blocked)
		} else {
			sums[0] += int64(w.Sum.Blocked)
		}
		blocked[w.Request] = sums
	}
	var rows []view.Row
	for i := range t.Requests {
		s := &t.Requests[i]
		if s.Statement != (report.Statement{}) || s.Request == (report.Statement{}) {
			continue
		}
		sums := blocked[s.Request]
		row := append(view.Row{column(s.Request.Text), column(s.Request.Event), p.digest(s.Request)}, timedOf(s)...)
		rows = append(rows, append(row, pico(sums[0]), pico(sums[1])))
	}
	return rows
}

func (p *Program) statementRows(t *report.Told) []view.Row {
	var rows []view.Row
	for i := range t.Requests {
		if s := &t.Requests[i]; s.Statement != (report.Statement{}) {
			rows = append(rows, append(append(inside(s.Request, s.Statement), p.digest(s.Statement)), timedOf(s)...))
		}
	}
	return rows
}

func requestWaitRows(t *report.Told) []view.Row {
	var rows []view.Row
	for i := range t.RequestWaits {
		w := &t.RequestWaits[i]
		row := append(inside(w.Request, w.Statement), "SERVING")
		if w.Child {
			row[len(row)-1] = "STARTED"
		}
		row = append(row, place(&w.ToldPlace)...)
		row[len(row)-len(placeColumns)] = column(cmp.Or(w.Reason, "(not known)"))
		var addr any
		if w.Addr != 0 {
			addr = w.Addr
		}
		rows = append(rows, append(append(row, addr), timer(w.Sum)...))
	}
	return rows
}

// digest returns the digest of a statement, nil if it has none.
func (p *Program) digest(s report.Statement) any {
	p.mu.Lock()
	defer p.mu.Unlock()
	return orNull(p.digests[s])
}

// inside are the columns of a statement inside of a request.
func inside(request, statement report.Statement) view.Row {
	return view.Row{orNull(request.Text), orNull(statement.Event), orNull(strings.TrimSpace(statement.Text))}
}

func timedOf(s *report.ToldStatement) view.Row {
	sum := timer(s.Sum)
	return append(view.Row{sum[0], s.Errors}, sum[1:]...)
}
