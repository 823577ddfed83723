package dolt

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/dolthub/dolt/go/libraries/doltcore/sqle/mysql_file_handler"
	"github.com/dolthub/go-mysql-server/sql"
	"github.com/dolthub/go-mysql-server/sql/mysql_db"
	"github.com/dolthub/go-mysql-server/sql/plan"

	"github.com/perfschema/perfschema"
	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server/dolt/datadir"
	"github.com/perfschema/perfschema/server/internal/smallfile"
)

// Account is a user of the server.
type Account struct {
	User, Host string
	// Open accounts need no password.
	Open bool
}

func privilegesFile(dir string) string { return filepath.Join(dir, datadir.ConfigDir, "privileges.db") }

// Accounts reads the accounts kept in a data directory, without opening or
// changing it. A directory that holds none, or is missing, gives nil. s
// records the reading; it may be nil.
func Accounts(s *perfschema.Schema, dir string) (accounts []Account, err error) {
	file := privilegesFile(dir)
	if err := smallfile.Check(file, maxAccounts); err != nil {
		return nil, datadir.Damaged(dir, err)
	}
	data, err := datadir.NewFiles(s).Accounts.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	if err != nil {
		return nil, datadir.NotWritable(dir, err)
	}
	db, err := decodeAccounts(data)
	if err != nil {
		return nil, datadir.Damaged(dir, fmt.Errorf("%s: %w", file, err))
	}
	reader := db.Reader()
	defer reader.Close()
	reader.VisitUsers(func(u *mysql_db.User) {
		if u.Locked {
			return
		}
		accounts = append(accounts, Account{
			User: u.User, Host: u.Host,
			Open: u.AuthString == "" && u.Plugin != "authentication_dolt_jwt",
		})
	})
	return accounts, nil
}

// decodeAccounts reads the file of accounts. What does not read back as at
// least one account is damaged: the server never writes such a file.
func decodeAccounts(data []byte) (db *mysql_db.MySQLDb, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("not a file of accounts: %v", r)
		}
	}()
	if !inJSON(data) {
		if err := checkAccounts(data); err != nil {
			return nil, err
		}
	}
	db = mysql_db.CreateEmptyMySQLDb()
	if err := db.LoadData(sql.NewEmptyContext(), data); err != nil {
		return nil, err
	}
	reader := db.Reader()
	defer reader.Close()
	count := 0
	reader.VisitUsers(func(u *mysql_db.User) {
		if u.User != "" && u.Host != "" {
			count++
		}
	})
	if count == 0 {
		return nil, errors.New("not a file of accounts")
	}
	return db, nil
}

// inJSON reports whether the engine reads a file of accounts as JSON, as it was once written.
func inJSON(data []byte) bool {
	var accounts struct {
		Users []*mysql_db.User
		Roles []*mysql_db.RoleEdge
	}
	return json.Unmarshal(data, &accounts) == nil
}

// watchAccounts records the writing of accounts.
func (d *Database) watchAccounts() {
	file := privilegesFile(d.dir.Path)
	d.Engine().Analyzer.Catalog.MySQLDb.SetPersister(accountsFile{
		mysql_file_handler.NewPersister(file, filepath.Dir(file)), d.files.Schema.FileInstance(d.files.AccountsKey, file),
	})
}

// addSuperuser makes an account, unless it is there. The engine would have it log
// in by mysql_native_password, which newer clients do not have.
func addSuperuser(db *mysql_db.MySQLDb, editor *mysql_db.Editor, a NewAccount, now time.Time) error {
	key := mysql_db.UserPrimaryKey{User: a.User, Host: a.Host}
	if _, ok := editor.GetUser(key); ok {
		return nil
	}
	db.AddSuperUser(editor, a.User, a.Host, "")
	u, ok := editor.GetUser(key)
	if !ok {
		return fmt.Errorf("no account %s@%s", a.User, a.Host)
	}
	auth := plan.NewCachingSha2PasswordAuthentication(a.Password)
	stored, err := auth.AuthString()
	if err != nil {
		return err
	}
	u.Plugin, u.AuthString, u.PasswordLastChanged = auth.Plugin(), stored, now
	editor.PutUser(u)
	return nil
}

// addSuperusers makes the accounts that are missing and writes them to disk.
func (d *Database) addSuperusers(accounts []NewAccount) error {
	db := d.Engine().Analyzer.Catalog.MySQLDb
	editor := db.Editor()
	defer editor.Close()
	for _, a := range accounts {
		if err := addSuperuser(db, editor, a, time.Now().UTC().Truncate(time.Second)); err != nil {
			return fmt.Errorf("making accounts: %w", err)
		}
	}
	return d.writeAccounts(db, editor)
}

// dateAccounts dates the passwords of accounts that an earlier version made without a date:
// from now on, the first moment at which they are known to have been in use. Else a lifetime of
// passwords would lock their users out at once.
func (d *Database) dateAccounts() error {
	db := d.Engine().Analyzer.Catalog.MySQLDb
	editor := db.Editor()
	defer editor.Close()
	var undated []*mysql_db.User
	editor.VisitUsers(func(u *mysql_db.User) {
		// The engine makes its own account, which is a locked superuser, at each start.
		if !gms.PasswordDated(u) && !u.IsEphemeral && !(u.IsSuperUser && u.Locked) {
			undated = append(undated, u)
		}
	})
	if len(undated) == 0 {
		return nil
	}
	now := time.Now().UTC().Truncate(time.Second)
	for _, u := range undated {
		dated := *u
		dated.PasswordLastChanged = now
		editor.RemoveUser(mysql_db.UserPrimaryKey{User: u.User, Host: u.Host})
		editor.PutUser(&dated)
	}
	return d.writeAccounts(db, editor)
}

func (d *Database) writeAccounts(db *mysql_db.MySQLDb, editor *mysql_db.Editor) error {
	ctx, err := d.engine.NewDefaultContext(d.background)
	if err != nil {
		return fmt.Errorf("writing accounts: %w", err)
	}
	if err := db.Persist(ctx, editor); err != nil {
		return datadir.NotWritable(d.dir.Path, fmt.Errorf("writing accounts: %w", err))
	}
	return nil
}

// accountsFile has the accounts written, as Dolt does: to a new file, which
// then takes the name of the old. That is one write.
type accountsFile struct {
	mysql_db.MySQLDbPersistence
	file *perfschema.FileInstance
}

// Persist implements mysql_db.MySQLDbPersistence.
func (a accountsFile) Persist(ctx *sql.Context, data []byte) error {
	w := a.file.StartWait(perfschema.Bound(), perfschema.OpWrite)
	err := a.MySQLDbPersistence.Persist(ctx, data)
	n := len(data)
	if err != nil {
		n = 0
	}
	w.EndBytes(int64(n))
	return err
}
