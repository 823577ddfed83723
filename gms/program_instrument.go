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
	info := func(key *perfschema.StatementKey, name string) perfschema.Info[perfschema.StatementKey] {
		return perfschema.Info[perfschema.StatementKey]{Key: key, Name: name}
	}
	s.RegisterStatements("sp",
		info(&k.statement, "stmt"),
		info(&k.set, "set"),
		info(&k.setTriggerField, "set_trigger_field"),
		info(&k.jump, "jump"),
		info(&k.jumpIfNot, "jump_if_not"),
		info(nil, "freturn"),
		info(nil, "hpush_jump"),
		info(nil, "hpop"),
		info(nil, "hreturn"),
		info(nil, "cpush"),
		info(nil, "cpop"),
		info(&k.open, "copen"),
		info(&k.close, "cclose"),
		info(&k.fetch, "cfetch"),
		info(nil, "error"),
		info(nil, "set_case_expr"),
	)
}
