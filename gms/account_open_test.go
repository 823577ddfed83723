package gms_test

import (
	"testing"

	"github.com/dolthub/go-mysql-server/server"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
)

// While other machines reach the server no account is without a password.
func TestNoOpenAccounts(t *testing.T) {
	var adapter *gms.Adapter
	s := startServerWith(t, perfschema.Config{}, nil, func(_ *server.Config, a *gms.Adapter) { adapter = a })
	root := s.connect(t, "root", "shop")
	for _, q := range []string{"CREATE USER old", "CREATE USER shut IDENTIFIED BY 'a' ACCOUNT LOCK", "CREATE USER idle ACCOUNT LOCK", "PREPARE p FROM 'CREATE USER ann'"} {
		mustExec(t, root, q)
	}
	adapter.SetTransport(gms.Transport{Exposed: true})
	for _, query := range []string{
		"CREATE USER ann",
		"CREATE USER IF NOT EXISTS ann",
		"CREATE USER bob IDENTIFIED BY 'b', ann",
		"CREATE USER ann IDENTIFIED BY ''",
		"CREATE USER ann IDENTIFIED WITH mysql_native_password",
		"CREATE USER ann IDENTIFIED WITH mysql_native_password BY ''",
		"CREATE USER ann IDENTIFIED WITH caching_sha2_password BY ''",
		"CREATE USER ann ACCOUNT LOCK",
		"ALTER USER shut IDENTIFIED BY ''",
		"ALTER USER shut IDENTIFIED WITH mysql_native_password BY ''",
		"ALTER USER idle ACCOUNT UNLOCK",
		"EXECUTE p",
	} {
		if number, state, message := errorOf(t, root, query); number != 1819 || state != "HY000" {
			t.Errorf("%s: %d (%s) %s", query, number, state, message)
		}
	}
	for _, query := range []string{
		"CREATE USER ann IDENTIFIED BY 'a'", "CREATE USER IF NOT EXISTS old", "CREATE ROLE r", "ALTER USER shut ACCOUNT UNLOCK",
		"ALTER USER old IDENTIFIED BY 'b'", "ALTER USER ann IDENTIFIED WITH mysql_native_password BY 'c'",
	} {
		mustExec(t, root, query)
	}
	adapter.SetTransport(gms.Transport{})
	mustExec(t, root, "CREATE USER bob")
}
