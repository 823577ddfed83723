package held

import (
	"github.com/perfschema/perfschema"
)

// Class is a kind of memory that a statement holds while it runs. All of
// it is given back, and counted so, when the statement ends at the latest.
type Class uint8

const (
	Sort Class = iota
	Hash
	Join
	Group
	Distinct
	Window
	Recursive
	Into
	Result
	Edits
	Call
	Program
	ClassCount
)

// classInfo is the name of a class and what it counts.
type classInfo struct {
	name, documentation string
	flags               perfschema.Flags
}

// controlled has FLAGS begin with controlled, as those do that MySQL has so.
const controlled = perfschema.FlagControlled

func (i classInfo) register(s *perfschema.Schema) *perfschema.Memory {
	return s.Memory(s.RegisterMemory("sql", perfschema.Info{Name: i.name, Flags: i.flags, Documentation: i.documentation}))
}

// statementInfo are the classes of what a statement holds, with MySQL's
// names where MySQL has the thing.
var statementInfo = [ClassCount]classInfo{
	Sort:      {"Filesort_buffer::sort_keys", "rows that an ORDER BY has read and puts in order", controlled},
	Hash:      {"hash_op", "hash tables of joins: the keys, and the rows where no join buffer keeps them", 0},
	Join:      {"JOIN_CACHE", "rows of one side of a join, or of a derived table, kept to be read again", 0},
	Group:     {"grouping", "groups of a GROUP BY with what their functions keep, COUNT(DISTINCT) and GROUP_CONCAT among them", 0},
	Distinct:  {"distinct", "hashes of the rows that DISTINCT and UNION have given", 0},
	Window:    {"window_frame", "rows that window functions have read, with their copies in the order of each window", 0},
	Recursive: {"recursive_cte", "rows of a recursive common table expression that the next round reads", 0},
	Into:      {"select_into", "rows that SELECT ... INTO has read", 0},
	Result:    {"result", "rows made ready for the client that are being sent", 0},
	Edits:     {"thd::transactions", "changes of rows that a statement has made and that are not yet in the storage's tables", 0},
	Call:      {"sp_head::call_mem_root", "rows that statements of a stored procedure have given, kept until CALL has given its result", controlled},
	Program:   {"sp_head::execute_mem_root", "stored procedures that run: their parse trees, and the plans of their statements", controlled},
}

// String is the name of the class without memory/sql/ before it.
func (c Class) String() string { return statementInfo[c].name }

// sessionClasses are the classes of what a connection holds between statements.
type sessionClasses struct {
	network, prepared, variables, system, state *perfschema.Memory
}

// Classes are the handles of all classes of the engine's.
type Classes struct {
	Statement [ClassCount]*perfschema.Memory
	session   sessionClasses
	// tree is of a statement too, but no operator has it.
	tree *perfschema.Memory
	// pool is of no thread.
	Pool *perfschema.Memory
}

func Register(s *perfschema.Schema) (m Classes) {
	for i, c := range statementInfo {
		m.Statement[i] = c.register(s)
	}
	m.tree = classInfo{"THD::main_mem_root", "parse trees of statements, until their plans are made, and plans, while they run", controlled}.register(s)
	pool := s.RegisterMemory("sql", perfschema.Info{
		Name: "result_pool", Flags: perfschema.FlagGlobal, Volatility: perfschema.VolatilityPermanent,
		Documentation: "buffers that connections keep for their next results",
	})
	m.Pool = s.Memory(pool)
	m.session.network = classInfo{"NET::buff", "buffers that clients' packets are read into", 0}.register(s)
	m.session.prepared = classInfo{"Prepared_statement::main_mem_root",
		"prepared statements: their texts, parameters and syntax trees", controlled}.register(s)
	m.session.variables = classInfo{"user_var_entry::value", "user variables of sessions: names and values", 0}.register(s)
	m.session.system = classInfo{"THD::variables", "sessions: their copies of the system and status variables", 0}.register(s)
	m.session.state = classInfo{"session_state", "what the storage keeps for a session and its transaction", 0}.register(s)
	return m
}
