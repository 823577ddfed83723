package gms

import (
	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms/dialect/program"
	"github.com/perfschema/perfschema/record"
)

// forgetPrograms removes the rows of stored programs that a statement has dropped.
func forgetPrograms(s *perfschema.Schema, d *program.Dropped) {
	switch {
	case d.Schema == "":
	case d.Kind == "":
		s.DropPrograms(d.Schema)
	default:
		for _, name := range d.Names {
			s.DropProgram(record.ProgramType(d.Kind), d.Schema, name)
		}
	}
}
