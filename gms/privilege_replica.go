package gms

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"
)

// replicaPrivilege asks for the privilege that a replica's account needs. The
// commands of replicas reach neither parser nor analyzer, where all others are
// asked.
type replicaPrivilege struct {
	mysql.BinlogReplicaHandler
	adapter *Adapter
}

// ComRegisterReplica implements mysql.BinlogReplicaHandler.
func (r replicaPrivilege) ComRegisterReplica(c *mysql.Conn, host string, port uint16, user, password string) error {
	if err := r.check(c); err != nil {
		return err
	}
	return r.BinlogReplicaHandler.ComRegisterReplica(c, host, port, user, password)
}

// ComBinlogDumpGTID implements mysql.BinlogReplicaHandler.
func (r replicaPrivilege) ComBinlogDumpGTID(c *mysql.Conn, file string, pos uint64, gtids mysql.GTIDSet) error {
	if err := r.check(c); err != nil {
		return err
	}
	return r.BinlogReplicaHandler.ComBinlogDumpGTID(c, file, pos, gtids)
}

func (r replicaPrivilege) check(c *mysql.Conn) error {
	if r.adapter.heldBy(c).has(sql.PrivilegeType_ReplicationSlave) {
		return nil
	}
	return needs("REPLICATION SLAVE")
}
