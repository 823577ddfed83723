package server

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// userDefinedFunctions is the table of the functions that MySQL has not.
func userDefinedFunctions() *view.Table {
	fields := []field.Field[view.LoadableFunction]{
		{Column: view.Column{Name: "UDF_NAME", Type: field.Identifier, Comment: "Function"},
			Value: func(f *view.LoadableFunction) any { return f.Name }},
		{Column: view.Column{Name: "UDF_RETURN_TYPE", Type: "varchar(20)", Comment: "What it gives: char, integer, double or decimal",
			Unknown: "NULL for functions whose type depends on their arguments"},
			Value: func(f *view.LoadableFunction) any { return field.Text(f.ReturnType) }},
		{Column: view.Column{Name: "UDF_TYPE", Type: "varchar(20)", Comment: "function or aggregate"},
			Value: func(f *view.LoadableFunction) any {
				if f.Aggregate {
					return "aggregate"
				}
				return "function"
			}},
		{Column: view.Column{Name: "UDF_LIBRARY", Type: "varchar(1024)", Nullable: true, Comment: "Library it is from; NULL, as it is part of the server"}, Value: nil},
		{Column: view.Column{Name: "UDF_USAGE_COUNT", Type: field.Bigint, Nullable: true, Comment: "How many statements use it now; NULL, as nobody counts that"}, Value: nil},
	}
	return &view.Table{
		Name:    "user_defined_functions",
		Comment: "Functions that MySQL has not",
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"UDF_NAME"}, Unique: true}},
		Open: field.Opener(fields, field.Listed(func(r view.Reader) []view.LoadableFunction {
			if r.Server.Functions == nil {
				return nil
			}
			return r.Server.Functions()
		})),
	}
}
