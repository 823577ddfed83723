package patch

import "github.com/perfschema/perfschema/build/internal/anchor"

// A layer is a part of the patches that can be left out alone.
type layer struct {
	name  string
	needs string // a layer before it, "" if none
	edits []anchor.Edit
	oneOf bool     // the toolchain has one of the files alone, and the others' edits are left out
	added []string // folders of source: prefixes of paths below GOROOT/src
}

// layers in order. An edit's Known has the fingerprints of Go 1.25, 1.26 and 1.27.
var layers = []layer{
	{
		name:  "park",
		added: []string{"runtime/", "internal/perfschema/"},
		edits: []anchor.Edit{
			{
				Name: "park.words", File: "src/runtime/runtime2.go", Decl: "g", Where: anchor.End,
				Text:  "perfschemaAddr uintptr; perfschemaBegin int64; perfschemaWork uint64",
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
	{
		name: "request", needs: "park",
		edits: []anchor.Edit{
			{
				Name: "request.inherit", File: "src/runtime/proc.go", Decl: "newproc1",
				At: "newg.labels = mp.curg.labels", Where: anchor.Behind,
				Text:  "newg.perfschemaWork = perfschemaInherited(mp.curg.perfschemaWork)",
				Known: []string{"669833aea26a", "564dc822c525", "eddd118cba50"},
			},
			{
				Name: "request.end", File: "src/runtime/proc.go", Decl: "gdestroy",
				At: "gp.labels = nil", Where: anchor.Behind,
				Text:  "gp.perfschemaWork = 0",
				Known: []string{"2d2f83aa99a8", "6529e035558e"},
			},
		},
	},
	{
		name: "http", needs: "request", added: []string{"net/http/perfschema.go"},
		edits: []anchor.Edit{
			{
				Name: "http.begin", File: "src/net/http/server.go", Decl: "serverHandler.ServeHTTP",
				At: "handler.ServeHTTP(rw, req)", Where: anchor.Before,
				Text:  "var perfschema perfschemaServed; if perfschemaOn() { perfschema.begin(); defer perfschema.end(req) }",
				Known: []string{"bf24bb0a95a4"},
			},
			{
				Name: "http.end", File: "src/net/http/server.go", Decl: "serverHandler.ServeHTTP",
				At: "handler.ServeHTTP(rw, req)", Where: anchor.Behind,
				Text:  "perfschema.returned = true",
				Known: []string{"bf24bb0a95a4"},
			},
			{
				Name: "http.route", File: "src/net/http/server.go", Decl: "(*ServeMux).ServeHTTP",
				At: "h, r.Pattern, r.pat, r.matches = mux.findHandler(r)", Where: anchor.Behind,
				Text:  "if perfschemaOn() { perfschemaRoute(r) }",
				Known: []string{"a5008b6bbb9d"},
			},
			{
				Name: "http.status", File: "src/net/http/server.go", Decl: "(*response).WriteHeader",
				At: "w.status = code", Where: anchor.Behind,
				Text:  "if code >= 500 { perfschemaFailed() }",
				Known: []string{"b38df17e6d3d", "8fb3481b1abc"},
			},
			{
				Name: "http.send", File: "src/net/http/roundtrip.go", Decl: "(*Transport).RoundTrip",
				At: "return t.roundTrip(req)", Where: anchor.Before,
				Text:  "if perfschemaOn() { return t.perfschemaRoundTrip(req) }",
				Known: []string{"0cd226ff8949"},
			},
		},
	},
	{
		name: "http2", needs: "http", oneOf: true, added: []string{"net/http/internal/http2/"}, // the latter from 1.27 on
		edits: []anchor.Edit{
			{ // 1.25 and 1.26
				Name: "http2.status", File: "src/net/http/h2_bundle.go", Decl: "(*http2responseWriterState).writeHeader",
				At: "rws.status = code", Where: anchor.Behind,
				Text:  "if code >= 500 { perfschemaFailed() }",
				Known: []string{"b97e1b3ae7b6"},
			},
			{ // 1.27
				Name: "http2.status", File: "src/net/http/internal/http2/server.go", Decl: "(*responseWriterState).writeHeader",
				At: "rws.status = code", Where: anchor.Behind,
				Text:  "if code >= 500 { perfschemaFailed() }",
				Known: []string{"2c9706b0eb5a"},
			},
		},
	},
	{
		name: "sql", needs: "request", added: []string{"database/sql/"},
		edits: []anchor.Edit{
			renameSQL("sql.conn", "(*DB).conn", "perfschemaConn", "dc6eb8a40ddf", "976f2fc956c5"),
			renameSQL("sql.query", "(*DB).queryDC", "perfschemaQueryDC", "7ee3199aa548"),
			renameSQL("sql.exec", "(*DB).execDC", "perfschemaExecDC", "a55c7e2899eb"),
			renameSQL("sql.prepare", "(*DB).prepareDC", "perfschemaPrepareDC", "7b6bdee2d8b9"),
			renameSQL("sql.begin", "(*DB).beginDC", "perfschemaBeginDC", "5804077171d5"),
			renameSQL("sql.commit", "(*Tx).Commit", "perfschemaCommit", "8f290f7e08d2"),
			renameSQL("sql.rollback", "(*Tx).rollback", "perfschemaRollback", "03c43ecf475d"),
			renameSQL("sql.stmtexec", "(*Stmt).ExecContext", "perfschemaExecContext", "9d983745b81e"),
			renameSQL("sql.stmtquery", "(*Stmt).QueryContext", "perfschemaQueryContext", "6c05f89e71db"),
		},
	},
}

// renameSQL has a function of database/sql be called by another name, so that one of ours takes its
// place and calls it. known are the fingerprints of its bodies.
func renameSQL(name, function, to string, known ...string) anchor.Edit {
	return anchor.Edit{Name: name, File: "src/database/sql/sql.go", Decl: function, Where: anchor.Rename, Text: to, Known: known}
}
