package gms

import "github.com/perfschema/perfschema"

// programKeys are the statement/sp/* instruments: what the body of a stored
// program is made of.
//
//	stmt                a statement of SQL
//	set                 an assignment to a variable
//	set_trigger_field   an assignment to a column of NEW
//	jump                LEAVE and ITERATE, where they are seen
//	jump_if_not         the condition of IF, CASE, WHILE and REPEAT
//	copen, cfetch       OPEN and FETCH of a cursor
//	cclose              CLOSE of a cursor, or the end of the block it is in
//
// The others are MySQL's too, and nothing here gives them an event.
type programKeys struct {
	statement, set, setTriggerField, jump, jumpIfNot, open, fetch, close perfschema.StatementKey
}

func (k *programKeys) register(s *perfschema.Schema) {
	add := func(name string) perfschema.StatementKey {
		return s.RegisterStatement("sp", perfschema.Info{Name: name})
	}
	k.statement = add("stmt")
	k.set = add("set")
	k.setTriggerField = add("set_trigger_field")
	k.jump = add("jump")
	k.jumpIfNot = add("jump_if_not")
	add("freturn")
	add("hpush_jump")
	add("hpop")
	add("hreturn")
	add("cpush")
	add("cpop")
	k.open = add("copen")
	k.close = add("cclose")
	k.fetch = add("cfetch")
	add("error")
	add("set_case_expr")
}
