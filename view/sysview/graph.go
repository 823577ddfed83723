package sysview

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
	"github.com/perfschema/perfschema/view/format"
)

// ThreadGraph is what a thread did, as a graph for the program dot: its events, each below
// the one that it is part of. The zero value with an ID is an empty one. It is for one
// goroutine.
type ThreadGraph struct {
	ID      uint64
	Sources bool // whether each event says where in the source it began
	nodes   map[uint64]graphNode
}

type graphNode struct {
	name, detail, colour string
	nesting              uint64
	within               bool
}

// graphMost bounds how many events a graph has.
const graphMost = 100_000

// Read adds the thread's events that the long histories have now, and those that run.
func (g *ThreadGraph) Read(s *perfschema.Reader) {
	if g.nodes == nil {
		g.nodes = make(map[uint64]graphNode)
	}
	t := s.ThreadByID(g.ID)
	for _, e := range slices.Concat(s.TransactionsHistoryLong(), t.TransactionsCurrent()) {
		g.add(&e.Event, e.State.String(), "lightgrey")
	}
	for _, e := range slices.Concat(s.StatementsHistoryLong(), t.StatementsCurrent()) {
		g.add(&e.Event, fmt.Sprintf("%s\nrows sent: %d\nrows examined: %d\nerrors: %d", strings.ToValidUTF8(e.SQLText, "\uFFFD"), e.Counters.RowsSent, e.Counters.RowsExamined, e.Errors), "lightblue")
	}
	for _, e := range slices.Concat(s.StagesHistoryLong(), t.StagesCurrent()) {
		g.add(&e.Event, "", "lightyellow")
	}
	for _, e := range slices.Concat(s.WaitsHistoryLong(), t.WaitsCurrent()) {
		g.add(&e.Event, e.Operation, "white")
	}
}

func (g *ThreadGraph) add(e *record.Event, detail, colour string) {
	if _, again := g.nodes[e.EventID]; e.ThreadID != g.ID || !again && len(g.nodes) >= graphMost {
		return
	}
	n := graphNode{name: e.EventName, detail: detail, colour: colour, nesting: e.NestingEventID, within: e.NestingType != record.EventNone}
	if e.Timed {
		n.name += "\n" + format.PicoTime(float64(e.TimerWait))
	}
	if g.Sources {
		if source := e.Source().String(); source != "" {
			n.name += "\n" + source
		}
	}
	g.nodes[e.EventID] = n
}

// String is the graph in dot's language. Events that began out of sight have no line to what
// they are part of.
func (g *ThreadGraph) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "digraph thread_%d {\n  rankdir=LR; nodesep=0.10;\n  node [shape=box, style=filled, fontsize=10];\n", g.ID)
	for _, id := range slices.Sorted(maps.Keys(g.nodes)) {
		n := g.nodes[id]
		fmt.Fprintf(&b, "  e%d [label=\"%s\", fillcolor=%s];\n", id, dotText(strings.TrimSuffix(n.name+"\n"+n.detail, "\n")), n.colour)
		if _, known := g.nodes[n.nesting]; n.within && known {
			fmt.Fprintf(&b, "  e%d -> e%d;\n", n.nesting, id)
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// dotText is a text within dot's quotes, its lines to the left.
func dotText(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\r", "", "\n", `\l`).Replace(s) + `\l`
}
