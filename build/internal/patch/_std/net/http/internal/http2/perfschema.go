// Part of programs built by perfschema build: records what HTTP/2 answers.

package http2

import "internal/perfschema"

// perfschemaFailed notes that the server has failed at a request.
func perfschemaFailed() {
	if perfschema.On() {
		perfschema.Fail()
	}
}
