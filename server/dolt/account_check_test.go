package dolt

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
)

// keptAccounts is a persister that keeps what it is given.
type keptAccounts struct{ data []byte }

func (k *keptAccounts) Persist(_ *sql.Context, data []byte) error {
	k.data = bytes.Clone(data)
	return nil
}

// sampleAccounts is a file of two accounts, of which one has privileges of every kind.
func sampleAccounts(t testing.TB) []byte {
	t.Helper()
	db := mysql_db.CreateEmptyMySQLDb()
	var kept keptAccounts
	db.SetPersister(&kept)
	editor := db.Editor()
	db.AddSuperUser(editor, "root", "%", "secret")
	u := &mysql_db.User{User: "ann", Host: "10.0.0.%", Plugin: "caching_sha2_password", AuthString: "$A$005$x", PrivilegeSet: mysql_db.NewPrivilegeSet()}
	u.PrivilegeSet.AddGlobalStatic(sql.PrivilegeType_Process)
	u.PrivilegeSet.AddGlobalDynamic(true, "backup_admin")
	u.PrivilegeSet.AddDatabase("shop", sql.PrivilegeType_Select, sql.PrivilegeType_Insert)
	u.PrivilegeSet.AddTable("shop", "orders", sql.PrivilegeType_Update)
	u.PrivilegeSet.AddColumn("shop", "orders", "total", sql.PrivilegeType_Select)
	u.PrivilegeSet.AddRoutine("shop", "bill", true, sql.PrivilegeType_Execute)
	editor.PutUser(u)
	editor.PutRoleEdge(&mysql_db.RoleEdge{FromUser: "root", FromHost: "%", ToUser: "ann", ToHost: "10.0.0.%"})
	if err := db.Persist(sql.NewEmptyContext(), editor); err != nil {
		t.Fatal(err)
	}
	editor.Close()
	return kept.data
}

// TestDamagedAccounts: no damage at any byte of the file of accounts has its reader allocate
// what is not there.
func TestDamagedAccounts(t *testing.T) {
	testDamage(t, sampleAccounts(t), decode)
}

func decode(data []byte) error {
	_, err := decodeAccounts(data)
	return err
}

// testDamage has damaged forms of a file read: with large lengths and zeroes at each byte, and
// cut off there.
func testDamage(t *testing.T, data []byte, read func([]byte) error) {
	t.Helper()
	if err := readBounded(t, data, read); err != nil {
		t.Fatal(err)
	}
	for at := range data {
		for _, d := range [][]byte{{0xff, 0xff, 0xff, 0x7f}, {0xff, 0xff, 0xff, 0xff}, {0, 0, 0, 1}, {0xff}, {0}} {
			damaged := bytes.Clone(data)
			copy(damaged[at:], d)
			if _ = readBounded(t, damaged, read); t.Failed() {
				t.Fatalf("%x at byte %d of %d", d, at, len(data))
			}
		}
		_ = readBounded(t, data[:at], read)
	}
}

// mostAllocated is what the reading of a damaged file of some KB may allocate, in bytes: Dolt's
// pools have room for many expressions.
const mostAllocated = 16 << 20

// readBounded fails the test if the reading of a file allocates more than its bytes account
// for.
func readBounded(t testing.TB, data []byte, read func([]byte) error) error {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	err := read(data)
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > mostAllocated+1000*uint64(len(data)) {
		t.Errorf("%d bytes were allocated for a file of %d (%v)", n, len(data), err)
	}
	return err
}

// FuzzAccounts looks for damage that TestDamagedAccounts does not do.
func FuzzAccounts(f *testing.F) {
	f.Add(sampleAccounts(f))
	f.Add([]byte(`{"Users":[{"User":"a","Host":"%"}]}`))
	f.Fuzz(func(t *testing.T, data []byte) { _ = readBounded(t, data, decode) })
}
