package catalog

import "github.com/perfschema/perfschema/view"

// UnknownColumn is a column that is NULL where MySQL has a value.
type UnknownColumn struct {
	Table, Column string
	Why           string
}

// Unknown lists every column that cannot be filled, in the order of [Tables].
// Some of them MySQL declares NOT NULL; an adapter must let NULL through.
func Unknown() []UnknownColumn { return unknownOf(Tables()) }

func unknownOf(tables []*view.Table) []UnknownColumn {
	var out []UnknownColumn
	for _, t := range tables {
		for _, c := range t.Columns {
			if c.Unknown != "" {
				out = append(out, UnknownColumn{t.Name, c.Name, c.Unknown})
			}
		}
	}
	return out
}
