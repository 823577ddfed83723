package gms

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/program"
)

// forgetPrograms removes the rows of stored programs that a statement has dropped.
func forgetPrograms(s *perfschema.Schema, d *program.Dropped) {
	switch {
	case d.Schema == "":
	case d.Kind == "":
		s.DropPrograms(d.Schema)
	default:
		for _, name := range d.Names {
			s.DropProgram(perfschema.ProgramType(d.Kind), d.Schema, name)
		}
	}
}
