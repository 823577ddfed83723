package view

// userDefinedFunctions is the table of the functions that MySQL has not.
func userDefinedFunctions() *Table {
	fields := []field[LoadableFunction]{
		{Column: Column{Name: "UDF_NAME", Type: identifier, Comment: "Function"},
			value: func(f *LoadableFunction) any { return f.Name }},
		{Column: Column{Name: "UDF_RETURN_TYPE", Type: "varchar(20)", Comment: "What it gives: char, integer, double or decimal",
			Unknown: "NULL for functions whose type depends on their arguments"},
			value: func(f *LoadableFunction) any { return text(f.ReturnType) }},
		{Column: Column{Name: "UDF_TYPE", Type: "varchar(20)", Comment: "function or aggregate"},
			value: func(f *LoadableFunction) any {
				if f.Aggregate {
					return "aggregate"
				}
				return "function"
			}},
		{Column: Column{Name: "UDF_LIBRARY", Type: "varchar(1024)", Nullable: true, Comment: "Library it is from; NULL, as it is part of the server"}, value: nil},
		{Column: Column{Name: "UDF_USAGE_COUNT", Type: bigint, Nullable: true, Comment: "How many statements use it now; NULL, as nobody counts that"}, value: nil},
	}
	return &Table{
		Name:    "user_defined_functions",
		Comment: "Functions that MySQL has not",
		Columns: columns(fields),
		Indexes: []Index{{Name: "PRIMARY", Columns: []string{"UDF_NAME"}, Unique: true}},
		Open: opener(fields, listed(func(r Reader) []LoadableFunction {
			if r.Server.Functions == nil {
				return nil
			}
			return r.Server.Functions()
		})),
	}
}
