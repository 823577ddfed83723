package connection

import "github.com/perfschema/perfschema/view"

// Tables returns the tables of threads, connections, accounts and hosts.
func Tables() []*view.Table {
	return []*view.Table{
		threads(), processlist(), accounts(), users(), hosts(), sessionConnectAttrs(), sessionAccountConnectAttrs(),
		hostCache(), temporaryAccountLocks(), tlsChannelStatus(),
	}
}
