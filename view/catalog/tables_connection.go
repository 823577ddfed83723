package catalog

import "github.com/perfschema/perfschema/view"

// connectionTables returns the tables of threads, connections, accounts and hosts.
func connectionTables() []*view.Table {
	return []*view.Table{
		threads(), processlist(), accounts(), users(), hosts(), sessionConnectAttrs(), sessionAccountConnectAttrs(),
		hostCache(), temporaryAccountLocks(), tlsChannelStatus(),
	}
}
