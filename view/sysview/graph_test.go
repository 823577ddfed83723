package sysview

import "testing"

// TestGraph holds that events stand below those that they are part of, with nothing in a
// label that would end it.
func TestGraph(t *testing.T) {
	if got, want := dotText("a \"b\"\r\n\\c"), `a \"b\"\l\\c\l`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	g := ThreadGraph{ID: 7, nodes: map[uint64]graphNode{
		1: {name: "statement", colour: "blue"}, 2: {name: "stage", nesting: 1, within: true, colour: "red"}, 3: {name: "lost", nesting: 99, within: true, colour: "red"},
	}}
	const want = `digraph thread_7 {
  rankdir=LR; nodesep=0.10;
  node [shape=box, style=filled, fontsize=10];
  e1 [label="statement\l", fillcolor=blue];
  e2 [label="stage\l", fillcolor=red];
  e1 -> e2;
  e3 [label="lost\l", fillcolor=red];
}
`
	if got := g.String(); got != want {
		t.Errorf("%s", got)
	}
}
