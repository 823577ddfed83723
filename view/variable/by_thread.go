package variable

import (
	"iter"

	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// threadVariable is a variable of a session's.
type threadVariable struct {
	threadID uint64
	Variable
}

// sessionsOf gives the sessions whose variables the reader looks for.
func sessionsOf(r view.Reader) []view.SessionVariablesOf {
	if r.Server.Sessions == nil {
		return nil
	}
	if _, ok := field.WantsNumber(r, "THREAD_ID"); !ok {
		return r.Server.Sessions(0)
	}
	for _, t := range field.ThreadsOf(r) {
		if id := t.Info().ProcesslistID; id != 0 {
			return r.Server.Sessions(id)
		}
	}
	return nil
}

// variablesOfThreads declares a table that has the variables of sessions, which of
// says.
func variablesOfThreads(name, comment string, value view.Column, of func(*view.SessionVariablesOf) iter.Seq2[string, any], cutAt int) *view.Table {
	fields := []field.Field[threadVariable]{
		{Column: view.Column{Name: "THREAD_ID", Type: field.BigintUnsigned, Comment: "Thread of the session"},
			Value: func(v *threadVariable) any { return v.threadID }},
		{Column: view.Column{Name: "VARIABLE_NAME", Type: field.Identifier, Comment: "Variable"},
			Value: func(v *threadVariable) any { return field.Cut(v.Name, field.IdentifierLength) }},
		{Column: value, Value: func(v *threadVariable) any {
			if s, ok := v.Value.(string); ok && cutAt > 0 {
				return field.Cut(s, cutAt)
			}
			return v.Value
		}},
	}
	return &view.Table{
		Name:    name,
		Comment: comment,
		Columns: field.Columns(fields),
		Indexes: []view.Index{{Name: "PRIMARY", Columns: []string{"THREAD_ID", "VARIABLE_NAME"}, Unique: true}},
		Open: field.Opener(fields, field.OnEach(sessionsOf, func(r view.Reader, s view.SessionVariablesOf, visit func(*threadVariable)) {
			for name, value := range of(&s) {
				if field.Wants(r, "VARIABLE_NAME", name) {
					visit(&threadVariable{s.ThreadID, Variable{name, value}})
				}
			}
		})),
	}
}

// notOfOthers is of variables that the engine keeps for a session alone.
const notOfOthers = "NULL, in the rows of other sessions than the reader's, for what a statement leaves behind without SET: error_count, identity, insert_id, last_insert_id, timestamp, warning_count"

// variablesByThread is the table of the system variables of every session.
func variablesByThread() *view.Table {
	return variablesOfThreads("variables_by_thread", "System variables of every session",
		view.Column{Name: "VARIABLE_VALUE", Type: "varchar(1024)", Nullable: true, Comment: "Its value", Unknown: notOfOthers},
		func(s *view.SessionVariablesOf) iter.Seq2[string, any] { return s.System() }, 1024)
}

// userVariablesByThread is the table of the variables that sessions have made.
func userVariablesByThread() *view.Table {
	return variablesOfThreads("user_variables_by_thread", "Variables that sessions have made",
		view.Column{Name: "VARIABLE_VALUE", Type: "longblob", Nullable: true, Comment: "Its value; <secret> in the place of what may be a password"},
		func(s *view.SessionVariablesOf) iter.Seq2[string, any] { return s.User() }, 0)
}
