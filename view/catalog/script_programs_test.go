package catalog

import (
	"strconv"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/record"
)

// doProgram runs a line about prepared statements and stored programs: what a
// thread's running statement prepares, executes or is in. It returns false if
// the line is about something else.
//
//	prepare a id=1 name=s | SELECT 1
//	execute a id=1
//	close a id=1
//	call a type=PROCEDURE schema=shop name=p
//	in a type=PROCEDURE schema=shop name=p
//	return a name=p
//	drop a type=PROCEDURE schema=shop name=p
func (s *script) doProgram(command string, thread *perfschema.Thread, opts map[string]string, text string) bool {
	kind := record.ProgramType(opts["type"])
	switch command {
	case "prepare":
		id, err := strconv.ParseUint(opts["id"], 10, 64)
		if err != nil {
			s.t.Fatal(err)
		}
		s.prepared[opts["id"]] = thread.CurrentStatement().Prepared(perfschema.PreparedOptions{
			ID: id, Name: opts["name"], Text: text, OwnerType: opts["type"], OwnerSchema: opts["schema"], OwnerName: opts["owner"]})
	case "execute":
		thread.CurrentStatement().Executes(s.prepared[opts["id"]])
	case "close":
		s.prepared[opts["id"]].Close()
	case "call":
		call := s.schema.Program(kind, opts["schema"], opts["name"]).Call(thread)
		s.calls[opts["name"]] = &call
	case "in":
		thread.CurrentStatement().SetProgram(s.schema.Program(kind, opts["schema"], opts["name"]))
	case "return":
		s.calls[opts["name"]].End()
	case "drop":
		s.schema.DropProgram(kind, opts["schema"], opts["name"])
	default:
		return false
	}
	return true
}
