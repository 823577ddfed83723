package trend

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/perfschema/perfschema/history"
)

// Execution is one execution of a statement, of those that a history keeps by themselves: a
// row of query_profiles, with its plan.
type Execution struct {
	// Window is when the window begins in which it ended; QueryID is its number in its
	// server, which counts anew from each start.
	Window  time.Time
	QueryID int64
	// Started is zero where that is not known.
	Started time.Time
	// Milliseconds is its duration, in whole ones.
	Milliseconds int64
	Wall         Wall
	// Weight is of how many executions it is one that was chosen by chance.
	Weight uint64
	// Detail is what there is of its plan: YES, OUTLINE or NO; empty: it has none.
	Detail string
	Text   string
	// Nodes are those of its plan that have numbers, each after the one that reads from it.
	Nodes []Node
}

// Wall is how the time of an execution passed, in milliseconds: each moment of it is in CPU,
// Waiting or Idle.
type Wall struct {
	// Known: a profiler came in time for it. Seen: and sampled it.
	Known, Seen        bool
	CPU, Waiting, Idle float64
	Queued             float64 // for a core, of the CPU time of all its threads
	CoresUsed          float64 // in the mean
	Cores              int64   // that it might use
}

// Node is a node of a plan: a row of query_operators. What is nil is not known.
type Node struct {
	ID, Parent       int64 // of the root's parent 0
	Operator, Object string
	Loops, Rows      *uint64
	Memory           *int64   // the most bytes that it held
	Time             *float64 // milliseconds of the execution's own time that passed in it
}

// ExecutionSource is where single executions are read from.
type ExecutionSource interface {
	// Slowest gives those executions of a statement that took longest, the longest
	// first, with their plans. digest is what its digest begins with.
	Slowest(ctx context.Context, span history.Span, digest string, limit int) ([]*Execution, error)
}

const (
	profileTable  = "query_profiles"
	operatorTable = "query_operators"
)

var (
	profileColumns = []string{"WINDOW_START", "queryId", "createdTime", "durationTotal", "WALL_CPU", "WALL_WAITING", "WALL_IDLE", "CPU_QUEUED", "CORES_USED", "perServerCores", "WEIGHT", "PLAN_KEPT", "SQL_TEXT", "DIGEST"}
	nodeColumns    = []string{"WINDOW_START", "QUERY_ID", "NODE_ID", "PARENT_ID", "OPERATOR", "OBJECT_NAME", "LOOPS", "ROWS_OUT", "MEMORY_HIGH", "WALL_TIME"}
)

// slower orders executions, the longest first.
func slower(a, b *Execution) int {
	return cmp.Or(cmp.Compare(b.Milliseconds, a.Milliseconds), a.Window.Compare(b.Window), cmp.Compare(a.QueryID, b.QueryID))
}

// executionKey tells executions apart.
type executionKey struct {
	window int64 // microseconds of Unix
	query  int64
}

func (x *Execution) key() executionKey { return executionKey{x.Window.UnixMicro(), x.QueryID} }

// planned puts nodes to their executions.
type planned map[executionKey]*Execution

func plansOf(list []*Execution) planned {
	p := make(planned, len(list))
	for _, x := range list {
		p[x.key()] = x
	}
	return p
}

// add adds a node, if it is of one of the executions. A row without a number is of what is
// no node of the plan.
func (p planned) add(window time.Time, query int64, n *Node) {
	if x := p[executionKey{window.UnixMicro(), query}]; x != nil && n.ID != 0 {
		x.Nodes = append(x.Nodes, *n)
	}
}

// settle puts the nodes into their order.
func (p planned) settle() {
	for _, x := range p {
		slices.SortFunc(x.Nodes, func(a, b Node) int { return cmp.Compare(a.ID, b.ID) })
	}
}

// SlowestSQL is the SQL that gives the executions that Slowest does, without their plans.
// digest is made of hexadecimal digits.
func SlowestSQL(span history.Span, digest string, limit int) string {
	return inUTC + slowestQuery(span, digest, limit) + ";\n"
}

// planSpan has the windows that have some executions, which follow each other as these do.
func planSpan(list []*Execution) history.Span {
	span := history.Span{From: list[0].Window, To: list[0].Window}
	for _, x := range list {
		if x.Window.Before(span.From) {
			span.From = x.Window
		}
		if x.Window.After(span.To) {
			span.To = x.Window
		}
	}
	span.To = span.To.Add(time.Microsecond) // they begin before it
	return span
}

func hasDigest(digest, begin string) bool {
	return begin != "" && strings.HasPrefix(digest, begin)
}
