package gms_test

import (
	"fmt"
	"testing"

	"github.com/go-sql-driver/mysql"
)

// Accounts have the plugin that authentication_policy says, unless they name
// one; another password leaves it.
func TestDefaultPlugin(t *testing.T) {
	s, encryption := loginServer(t, nil)
	root := s.connectWith(t, func(c *mysql.Config) { c.TLSConfig = "skip-verify" })
	plugin := func(user, want string) {
		t.Helper()
		if got := fmt.Sprint(rows(t, root, "SELECT plugin FROM mysql.user WHERE user = '"+user+"'")); got != "[["+want+"]]" {
			t.Errorf("%s has %s, want %s", user, got, want)
		}
	}
	run := func(user, want string, statements ...string) {
		t.Helper()
		for _, q := range statements {
			mustExec(t, root, q)
		}
		plugin(user, want)
		if n := s.logIn(t, user, "new", encryption); n != 0 {
			t.Errorf("%s: error %d", user, n)
		}
	}
	const native, sha2 = "mysql_native_password", "caching_sha2_password"
	run("a", sha2, "CREATE USER a IDENTIFIED BY 'new'")
	run("b", sha2, "CREATE USER b", "ALTER USER b IDENTIFIED BY 'new'")
	run("native", native, "ALTER USER native IDENTIFIED BY 'new'")
	run("sha2", sha2, "ALTER USER sha2 IDENTIFIED BY 'new'")
	run("native", sha2, "ALTER USER native IDENTIFIED WITH caching_sha2_password BY 'new'")
	run("c", native, "SET GLOBAL authentication_policy = 'mysql_native_password,,'", "CREATE USER c IDENTIFIED BY 'new'")
	run("d", sha2, "SET GLOBAL authentication_policy = '*,,'", "CREATE USER d IDENTIFIED BY 'new'")
	run("e", sha2, "CREATE USER e, f IDENTIFIED BY 'new'", "ALTER USER e IDENTIFIED BY 'new'")
	for _, value := range []string{"nonsense", "*,*", "caching_sha2_password,authentication_ldap_sasl,"} {
		if number, _, _ := errorOf(t, root, "SET GLOBAL authentication_policy = '"+value+"'"); number != 1231 {
			t.Errorf("authentication_policy = '%s': error %d", value, number)
		}
	}
}
