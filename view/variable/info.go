package variable

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// variablesOfServer reads [Server.Variables], and is empty without it.
func variablesOfServer(r view.Reader) []view.VariableInfo {
	if r.Server.Variables == nil {
		return nil
	}
	return r.Server.Variables()
}

// variablesInfo is the table of where the value of each variable is from.
func variablesInfo() *view.Table {
	type info = view.VariableInfo
	bound := func(name, comment string, get func(*info) string) field.Field[info] {
		return field.Field[info]{Column: view.Column{Name: name, Type: field.Identifier, Nullable: true, Comment: comment + "; 0 for what is no number"}, Value: func(v *info) any {
			if bound := get(v); bound != "" {
				return bound
			}
			return "0"
		}}
	}
	fields := []field.Field[info]{
		{Column: view.Column{Name: "VARIABLE_NAME", Type: field.Identifier, Comment: "Variable"},
			Value: func(v *info) any { return v.Name }},
		{Column: view.Column{Name: "VARIABLE_SOURCE", Type: "enum('COMPILED','GLOBAL','SERVER','EXPLICIT','EXTRA','USER','LOGIN','COMMAND_LINE','PERSISTED','DYNAMIC')", Nullable: true,
			Comment: "Where its value is from: COMPILED is the default, EXPLICIT the file of --defaults-file, DYNAMIC a SET since the start"},
			Value: func(v *info) any { return field.Text(v.Source) }},
		{Column: view.Column{Name: "VARIABLE_PATH", Type: "varchar(1024)", Nullable: true, Comment: "File that the value is from"},
			Value: func(v *info) any { return field.Cut(v.Path, 1024) }},
		bound("MIN_VALUE", "Least value", func(v *info) string { return v.Min }),
		bound("MAX_VALUE", "Largest value", func(v *info) string { return v.Max }),
		{Column: view.Column{Name: "SET_TIME", Type: field.MicroTimestamp, Nullable: true, Comment: "When it was last set while the server ran; NULL if it was not"},
			Value: func(v *info) any { return field.Moment(v.SetTime) }},
		{Column: view.Column{Name: "SET_USER", Type: field.UserName, Nullable: true, Comment: "Who set it"},
			Value: func(v *info) any { return field.Text(field.Cut(v.SetUser, 32)) }},
		{Column: view.Column{Name: "SET_HOST", Type: field.HostName, Nullable: true, Comment: "From where"},
			Value: func(v *info) any { return field.Text(field.Cut(v.SetHost, 255)) }},
	}
	return &view.Table{
		Name:    "variables_info",
		Comment: "Where the value of each system variable is from",
		Columns: field.Columns(fields),
		Access:  view.PublicRead | view.AlwaysOn,
		Open:    field.OpenerAlways(fields, field.Listed(variablesOfServer)),
	}
}

// variablesMetadata is the table of what each variable can be.
func variablesMetadata() *view.Table {
	type info = view.VariableInfo
	fields := []field.Field[info]{
		{Column: view.Column{Name: "VARIABLE_NAME", Type: field.Identifier, Comment: "Variable"},
			Value: func(v *info) any { return v.Name }},
		{Column: view.Column{Name: "VARIABLE_SCOPE", Type: "enum('GLOBAL','SESSION','SESSION_ONLY')", Comment: "GLOBAL: the server has it, SESSION_ONLY: sessions have it, SESSION: both"},
			Value: func(v *info) any { return v.Scope }},
		{Column: view.Column{Name: "DATA_TYPE", Type: "enum('Integer','Numeric','String','Enumeration','Boolean','Set')", Comment: "What its values are"},
			Value: func(v *info) any { return v.Type }},
		{Column: view.Column{Name: "MIN_VALUE", Type: field.Identifier, Nullable: true, Comment: "Least value"},
			Value: func(v *info) any { return field.Text(v.Min) }},
		{Column: view.Column{Name: "MAX_VALUE", Type: field.Identifier, Nullable: true, Comment: "Largest value"},
			Value: func(v *info) any { return field.Text(v.Max) }},
		{Column: view.Column{Name: "DOCUMENTATION", Type: "mediumtext", Comment: "What it does; empty where nobody has written that down"},
			Value: func(v *info) any { return v.Documentation }},
	}
	return &view.Table{
		Name:    "variables_metadata",
		Comment: "What each system variable can be",
		Columns: field.Columns(fields),
		Access:  view.PublicRead | view.AlwaysOn,
		Open:    field.OpenerAlways(fields, field.Listed(variablesOfServer)),
	}
}

// persistedVariables is the table of what SET PERSIST keeps for the next start.
func persistedVariables() *view.Table {
	return &view.Table{
		Name:    "persisted_variables",
		Comment: "What SET PERSIST keeps for the next start",
		Columns: field.Columns(variableFields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"VARIABLE_NAME"}, Unique: true}},
		Access:  view.PublicRead,
		Open: field.Opener(variableFields, field.Listed(func(r view.Reader) (out []Variable) {
			if r.Server.Persisted == nil {
				return nil
			}
			for name, value := range r.Server.Persisted() {
				if field.Wants(r, "VARIABLE_NAME", name) {
					out = append(out, Variable{name, value})
				}
			}
			return out
		})),
	}
}
