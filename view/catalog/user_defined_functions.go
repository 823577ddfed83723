package catalog

import "github.com/perfschema/perfschema/view"

// userDefinedFunctions is the table of the functions that MySQL has not.
func userDefinedFunctions() *view.Table {
	fields := []field[view.LoadableFunction]{
		{Column: view.Column{Name: "UDF_NAME", Type: identifier, Comment: "Function"},
			value: func(f *view.LoadableFunction) any { return f.Name }},
		{Column: view.Column{Name: "UDF_RETURN_TYPE", Type: "varchar(20)", Comment: "What it gives: char, integer, double or decimal",
			Unknown: "NULL for functions whose type depends on their arguments"},
			value: func(f *view.LoadableFunction) any { return text(f.ReturnType) }},
		{Column: view.Column{Name: "UDF_TYPE", Type: "varchar(20)", Comment: "function or aggregate"},
			value: func(f *view.LoadableFunction) any {
				if f.Aggregate {
					return "aggregate"
				}
				return "function"
			}},
		{Column: view.Column{Name: "UDF_LIBRARY", Type: "varchar(1024)", Nullable: true, Comment: "Library it is from; NULL, as it is part of the server"}, value: nil},
		{Column: view.Column{Name: "UDF_USAGE_COUNT", Type: bigint, Nullable: true, Comment: "How many statements use it now; NULL, as nobody counts that"}, value: nil},
	}
	return &view.Table{
		Name:    "user_defined_functions",
		Comment: "Functions that MySQL has not",
		Columns: columns(fields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"UDF_NAME"}, Unique: true}},
		Open: opener(fields, listed(func(r view.Reader) []view.LoadableFunction {
			if r.Server.Functions == nil {
				return nil
			}
			return r.Server.Functions()
		})),
	}
}
