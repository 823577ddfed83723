package privilege

import (
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/vitess/go/mysql"

	"github.com/perfschema/perfschema/gms/dialect/sqlerr"
)

// Replica asks for the privilege that a replica's account needs. The
// commands of replicas reach neither parser nor analyzer, where all others are
// asked.
type Replica struct {
	mysql.BinlogReplicaHandler
	Rights *Rights
}

// ComRegisterReplica implements mysql.BinlogReplicaHandler.
func (r Replica) ComRegisterReplica(c *mysql.Conn, host string, port uint16, user, password string) error {
	if err := r.check(c); err != nil {
		return err
	}
	return r.BinlogReplicaHandler.ComRegisterReplica(c, host, port, user, password)
}

// ComBinlogDumpGTID implements mysql.BinlogReplicaHandler.
func (r Replica) ComBinlogDumpGTID(c *mysql.Conn, file string, pos uint64, gtids mysql.GTIDSet) error {
	if err := r.check(c); err != nil {
		return err
	}
	return r.BinlogReplicaHandler.ComBinlogDumpGTID(c, file, pos, gtids)
}

func (r Replica) check(c *mysql.Conn) error {
	if r.Rights.OfClient(c).Has(sql.PrivilegeType_ReplicationSlave) {
		return nil
	}
	return sqlerr.Needs("REPLICATION SLAVE")
}
