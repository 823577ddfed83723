package pdb

import "github.com/perfschema/perfschema"

// instruments are the keys of this package's classes.
type instruments struct {
	connection, query                                              perfschema.ThreadKey
	connect, ping, prepare, queries, exec, begin, commit, rollback perfschema.StatementKey
}

// register gives the same keys each time.
func register(ps *perfschema.Schema) *instruments {
	in := &instruments{}
	ps.RegisterThreads("db",
		perfschema.Info[perfschema.ThreadKey]{Key: &in.connection, Name: "connection", Documentation: "connection of a pool, for queries of goroutines without a Thread"},
		perfschema.Info[perfschema.ThreadKey]{Key: &in.query, Name: "query", Documentation: "query on a goroutine beside the Thread's own"})
	ps.RegisterStatements("db",
		perfschema.Info[perfschema.StatementKey]{Key: &in.connect, Name: "connect", Documentation: "connecting to a database"},
		perfschema.Info[perfschema.StatementKey]{Key: &in.ping, Name: "ping", Documentation: "asking whether a connection is alive"},
		perfschema.Info[perfschema.StatementKey]{Key: &in.prepare, Name: "prepare", Documentation: "preparing a statement"},
		perfschema.Info[perfschema.StatementKey]{Key: &in.queries, Name: "query", Documentation: "statement with a result, until that is closed"},
		perfschema.Info[perfschema.StatementKey]{Key: &in.exec, Name: "exec", Documentation: "statement without a result"},
		perfschema.Info[perfschema.StatementKey]{Key: &in.begin, Name: "begin", Documentation: "beginning a transaction"},
		perfschema.Info[perfschema.StatementKey]{Key: &in.commit, Name: "commit", Documentation: "committing a transaction"},
		perfschema.Info[perfschema.StatementKey]{Key: &in.rollback, Name: "rollback", Documentation: "rolling a transaction back"})
	return in
}
