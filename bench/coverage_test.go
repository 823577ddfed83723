package main

import (
	"go/parser"
	"go/token"
	"maps"
	"testing"
)

const counted = `package p

type pair[K any] struct{}

func (p *pair[K]) first() int {
	f := func() int {
		return 1
	}
	if p == nil {
		return f()
	}
	return 2
}

func never() {
	panic(0)
}

func empty() {}
`

// A function is entered as often as its first block runs, and those within it by
// themselves.
func TestFunctionsAreCountedByTheirFirstBlock(t *testing.T) {
	blocks, err := parseBlocks([]byte(`mode: atomic
example.com/p/p.go:5.31,6.18 2 7
example.com/p/p.go:6.18,8.3 1 40
example.com/p/p.go:9.2,9.14 1 7
example.com/p/p.go:9.14,11.3 1 3
example.com/p/p.go:12.2,12.10 1 4
example.com/p/p.go:15.14,16.10 1 0
`))
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, "p.go", counted, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	got := make(coverage)
	got.enter("p.go", files, f, blocks["example.com/p/p.go"])
	if want := (coverage{"p.go:5 pair.first": 7, "p.go:6 func": 40}); !maps.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
	if _, err := parseBlocks([]byte("p.go:1.2,nonsense\n")); err == nil {
		t.Error("no error of what is no block")
	}
}
