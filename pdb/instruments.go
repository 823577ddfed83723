package pdb

import "github.com/perfschema/perfschema"

// instruments are the keys of this package's classes.
type instruments struct {
	connection, query                                              perfschema.ThreadKey
	connect, ping, prepare, queries, exec, begin, commit, rollback perfschema.StatementKey
	connections                                                    perfschema.CondKey
}

// connectName is the name of the class of connecting.
const connectName = "statement/db/connect"

// register gives the same keys each time.
func register(ps *perfschema.Schema) *instruments {
	in := &instruments{}
	in.connection = ps.RegisterThread("db", perfschema.Info{Name: "connection", Documentation: "connection of a pool, for queries of goroutines without a Thread"})
	in.query = ps.RegisterThread("db", perfschema.Info{Name: "query", Documentation: "query on a goroutine beside the Thread's own"})
	in.connect = ps.RegisterStatement("db", perfschema.Info{Name: "connect", Documentation: "connecting to a database"})
	in.ping = ps.RegisterStatement("db", perfschema.Info{Name: "ping", Documentation: "asking whether a connection is alive"})
	in.prepare = ps.RegisterStatement("db", perfschema.Info{Name: "prepare", Documentation: "preparing a statement"})
	in.queries = ps.RegisterStatement("db", perfschema.Info{Name: "query", Documentation: "statement with a result, until that is closed"})
	in.exec = ps.RegisterStatement("db", perfschema.Info{Name: "exec", Documentation: "statement without a result"})
	in.begin = ps.RegisterStatement("db", perfschema.Info{Name: "begin", Documentation: "beginning a transaction"})
	in.commit = ps.RegisterStatement("db", perfschema.Info{Name: "commit", Documentation: "committing a transaction"})
	in.rollback = ps.RegisterStatement("db", perfschema.Info{Name: "rollback", Documentation: "rolling a transaction back"})
	in.connections = ps.RegisterCond("db", perfschema.Info{Name: "connection", Documentation: "waiting for a connection of a pool"})
	return in
}
