package variable

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// globalVariableAttributes declares global_variable_attributes, which has no rows:
// nothing attaches attributes to variables.
func globalVariableAttributes() *view.Table {
	return &view.Table{
		Name:    "global_variable_attributes",
		Comment: "What components of the server have attached to global variables",
		Columns: []view.Column{
			{Name: "VARIABLE_NAME", Type: field.Identifier, Comment: "Variable"},
			{Name: "ATTR_NAME", Type: "varchar(32)", Comment: "Attribute"},
			{Name: "ATTR_VALUE", Type: "varchar(1024)", Comment: "Its value"},
		},
		Access: view.PublicRead,
		Empty:  "there are no components that could attach any",
		Open:   field.NoRows,
	}
}
