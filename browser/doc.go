// Package browser tests the pages of the built server in a browser, Debian's chromium:
// that they fit at two widths, lead from what is slow to a node of its plan by clicks and
// by keys alone, work without a script, and say what SQL says. It is a module of its own,
// so that nobody who uses the others fetches what drives the browser.
//
//	make build && cd browser && GOWORK=off go test ./...
package browser
