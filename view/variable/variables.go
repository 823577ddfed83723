package variable

import (
	"iter"
	"strconv"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// Variable is what a row of the four tables tells of.
type Variable struct {
	Name  string
	Value any
}

var variableFields = []field.Field[Variable]{
	{Column: view.Column{Name: "VARIABLE_NAME", Type: field.Identifier, Comment: "Variable"},
		Value: func(v *Variable) any { return v.Name }},
	{Column: view.Column{Name: "VARIABLE_VALUE", Type: "varchar(1024)", Nullable: true, Comment: "Its value"},
		Value: func(v *Variable) any {
			if s, ok := v.Value.(string); ok {
				return field.Cut(s, 1024)
			}
			return v.Value
		}},
}

// variables declares the table of a set. Unlike all others it has its rows
// when the Performance Schema is off. Without a source it knows the variables
// of the Performance Schema alone.
func variables(set view.VariableSet, name, comment string, access view.Access, truncate func(*perfschema.Schema)) *view.Table {
	return &view.Table{
		Name:    name,
		Comment: comment,
		Columns: field.Columns(variableFields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"VARIABLE_NAME"}, Unique: true}},
		Access:  access | view.PublicRead | view.AlwaysOn,
		Open: field.OpenerAlways(variableFields, field.Listed(func(r view.Reader) (out []Variable) {
			source := r.Variables
			if source == nil {
				source = Own(r.Schema)
			}
			for name, value := range source(set) {
				if field.Wants(r, "VARIABLE_NAME", name) {
					out = append(out, Variable{name, value})
				}
			}
			return out
		})),
		Truncate: truncate,
	}
}

// Own is the source of a server that has none of its own.
func Own(s *perfschema.Schema) view.VariableSource {
	return func(set view.VariableSet) iter.Seq2[string, any] {
		return func(yield func(string, any) bool) {
			if set == view.GlobalStatus || set == view.SessionStatus {
				for _, v := range s.Read().Status() {
					if !yield(v.Name, strconv.FormatUint(v.Value, 10)) {
						return
					}
				}
				return
			}
			for _, v := range perfschema.Variables() {
				n, ok := s.VariableValue(v.Name)
				value := strconv.FormatInt(n, 10)
				if v.Bool {
					value = onOff(n != 0)
				}
				if ok && !yield(v.Name, value) {
					return
				}
			}
		}
	}
}

func onOff(b bool) string {
	if b {
		return "ON"
	}
	return "OFF"
}

// globalStatus is the table of SHOW GLOBAL STATUS. TRUNCATE resets what the
// Performance Schema has counted as lost, as FLUSH STATUS does.
func globalStatus() *view.Table {
	return variables(view.GlobalStatus, "global_status", "Status of the server", view.AllowTruncate, func(s *perfschema.Schema) {
		if s.Enabled() {
			s.Read().FlushStatus()
		}
	})
}

// sessionStatus is the table of SHOW SESSION STATUS.
func sessionStatus() *view.Table {
	return variables(view.SessionStatus, "session_status", "Status of the reader's session", 0, nil)
}

// globalVariables is the table of SHOW GLOBAL VARIABLES.
func globalVariables() *view.Table {
	return variables(view.GlobalVariables, "global_variables", "Settings of the server", 0, nil)
}

// sessionVariables is the table of SHOW SESSION VARIABLES.
func sessionVariables() *view.Table {
	return variables(view.SessionVariables, "session_variables", "Settings of the reader's session", 0, nil)
}
