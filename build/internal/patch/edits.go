package patch

import "github.com/perfschema/perfschema/build/internal/anchor"

// A layer is a part of the patches that can be left out alone.
type layer struct {
	name  string
	needs string // a layer before it, "" if none
	edits []anchor.Edit
	added []string // folders of source: prefixes of paths below GOROOT/src
}

// layers in order. An edit's Known has the fingerprints of Go 1.25, 1.26 and 1.27.
var layers = []layer{
	{
		name:  "park",
		added: []string{"runtime/"},
		edits: []anchor.Edit{
			{
				Name: "park.words", File: "src/runtime/runtime2.go", Decl: "g", Where: anchor.End,
				Text:  "perfschemaAddr uintptr; perfschemaBegin int64",
				Known: []string{"d3e19492163f", "251e55770b8e"}, // 1.25; 1.26 and 1.27
			},
			{
				Name: "park.begin", File: "src/runtime/proc.go", Decl: "gopark",
				At: "mp := acquirem()", Where: anchor.Before,
				Text:  "if perfschemaOn != 0 { perfschemaParking(lock) }",
				Known: []string{"b4cc8a3e0f71"},
			},
			{
				Name: "park.end", File: "src/runtime/proc.go", Decl: "gopark",
				At: "mcall(park_m)", Where: anchor.Behind,
				Text:  "if getg().perfschemaBegin != 0 { perfschemaParked(reason) }",
				Known: []string{"b4cc8a3e0f71"},
			},
		},
	},
	{
		name: "semaphore", needs: "park",
		edits: []anchor.Edit{
			{
				Name: "semaphore.address", File: "src/runtime/sema.go", Decl: "semacquire1",
				At: "goparkunlock(&root.lock, reason, traceBlockSync, 4+skipframes)", Where: anchor.Before,
				Text:  "if perfschemaOn != 0 { gp.perfschemaAddr = uintptr(unsafe.Pointer(addr)) }",
				Known: []string{"64d6e0d4c905"},
			},
		},
	},
}
