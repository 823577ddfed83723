package replication

import (
	"github.com/perfschema/perfschema/view"
	"github.com/perfschema/perfschema/view/internal/field"
)

// connectionConfiguration is the table of how a replica reaches its source.
func connectionConfiguration() *view.Table {
	one := func(name, typ, comment string, get func(*view.Replica) any) field.Field[view.Replica] {
		return field.Field[view.Replica]{Column: view.Column{Name: name, Type: typ, Comment: comment}, Value: get}
	}
	const bit = "enum('1','0')"
	return replicaTable("replication_connection_configuration", "How a replica reaches its source", byChannel(), []field.Field[view.Replica]{
		replicaChannel,
		one("HOST", field.HostName, "Where the source is", func(p *view.Replica) any { return p.Host }),
		one("PORT", field.Integer, "Its port", func(p *view.Replica) any { return int64(p.Port) }),
		one("USER", field.UserName, "User to log in as", func(p *view.Replica) any { return p.User }),
		replicaSame("NETWORK_INTERFACE", "char(60)", "", "Network interface to connect by; empty"),
		one("AUTO_POSITION", bit, "1 if GTIDs say where to go on", func(p *view.Replica) any {
			if p.AutoPosition {
				return "1"
			}
			return "0"
		}),
		one("SSL_ALLOWED", "enum('YES','NO','IGNORED')", "Whether TLS is used", func(p *view.Replica) any { return field.YesNo(p.SSL) }),
		replicaSame("SSL_CA_FILE", field.FileName, "", "File of certificates that are trusted; empty"),
		replicaSame("SSL_CA_PATH", field.FileName, "", "Directory of such files; empty"),
		replicaSame("SSL_CERTIFICATE", field.FileName, "", "The replica's own certificate; empty"),
		replicaSame("SSL_CIPHER", field.FileName, "", "Ciphers that are allowed; empty"),
		replicaSame("SSL_KEY", field.FileName, "", "Key of the replica's certificate; empty"),
		replicaSame("SSL_VERIFY_SERVER_CERTIFICATE", field.YesNoEnum, "NO", "Whether the source's certificate has to name it"),
		replicaSame("SSL_CRL_FILE", "varchar(255)", "", "Certificates that are revoked; empty"),
		replicaSame("SSL_CRL_PATH", "varchar(255)", "", "Directory of such files; empty"),
		one("CONNECTION_RETRY_INTERVAL", field.Integer, "Seconds between two attempts to connect", func(p *view.Replica) any { return int64(p.RetryInterval) }),
		one("CONNECTION_RETRY_COUNT", field.BigintUnsigned, "How many attempts there are", func(p *view.Replica) any { return p.RetryCount }),
		{Column: view.Column{Name: "HEARTBEAT_INTERVAL", Type: "double(10,3)", Comment: "Seconds after which an idle source is heard of", Unknown: notConfigured}, Value: nil},
		replicaSame("TLS_VERSION", "varchar(255)", "", "Versions of TLS that are allowed; empty"),
		replicaSame("PUBLIC_KEY_PATH", field.FileName, "", "File of the source's public key; empty"),
		replicaSame("GET_PUBLIC_KEY", field.YesNoEnum, "NO", "Whether the source is asked for its public key"),
		replicaSame("NETWORK_NAMESPACE", field.Identifier, "", "Network namespace; empty"),
		replicaSame("COMPRESSION_ALGORITHM", field.ChannelName, "uncompressed", "How the connection is compressed: not at all"),
		{Column: view.Column{Name: "ZSTD_COMPRESSION_LEVEL", Type: field.Integer, Comment: "How hard zstd compresses", Unknown: notConfigured}, Value: nil},
		replicaSame("TLS_CIPHERSUITES", "text", nil, "Ciphers of TLS 1.3 that are allowed; NULL: all"),
		replicaSame("SOURCE_CONNECTION_AUTO_FAILOVER", bit, "0", "Whether another source is looked for"),
		replicaSame("GTID_ONLY", bit, "1", "1, as no positions in files are kept"),
	})
}

// connectionStatus is the table of how a replica receives transactions.
func connectionStatus() *view.Table {
	fields := []field.Field[view.Replica]{
		replicaChannel,
		replicaSame("GROUP_NAME", "char(36)", "", "Replication group; empty"),
		{Column: view.Column{Name: "SOURCE_UUID", Type: "char(36)", Comment: "server_uuid of the source; empty until it is known"},
			Value: func(p *view.Replica) any { return p.SourceUUID }},
		replicaThread,
		replicaState("enum('ON','OFF','CONNECTING')", "Whether transactions are received", func(p *view.Replica) string { return p.Receiver }),
		replicaUnknown("COUNT_RECEIVED_HEARTBEATS", field.BigintUnsigned, false, "How often an idle source was heard of"),
		replicaUnknown("LAST_HEARTBEAT_TIMESTAMP", field.MicroTimestamp, false, "When that was last"),
		{Column: view.Column{Name: "RECEIVED_TRANSACTION_SET", Type: field.Longtext, Comment: "GTIDs that have been received"},
			Value: func(p *view.Replica) any { return p.Received }},
	}
	fields = append(fields, replicaError(func(p *view.Replica) *view.ReplicationError { return &p.ReceiverError })...)
	fields = append(fields, replicaTransaction("LAST_QUEUED_TRANSACTION", "Transaction received last", "START_QUEUE", "END_QUEUE")...)
	fields = append(fields, replicaTransaction("QUEUEING_TRANSACTION", "Transaction that is being received", "START_QUEUE")...)
	return replicaTable("replication_connection_status", "How a replica receives transactions", byChannel(byReplicaThread), fields)
}
