package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	mostAccounts = 100_000
	accountBatch = 5_000
)

// accounts makes accounts, up to a hundred thousand, and logs in as one after the
// other, from many hosts. Each is who it says and may do no more than it should; the
// tables by account, user and host do not grow beyond their sizes, what has no row in
// them is counted as lost, and a login among all accounts costs what it does among few.
var accounts = kind{"accounts", func(t *trial) error {
	prepare := func(db *sql.DB) error {
		return errors.Join(run(db, "SET GLOBAL max_connections = 5000"), createAccounts(db, 0))
	}
	return t.serving(filepath.Join(t.dir, "data"), prepare, func(p *process) error {
		among := &population{}
		among.made.Store(accountBatch)
		few, err := t.visits(p, among, time.Now().Add(time.Until(t.until)/4))
		if err != nil {
			return err
		}
		err = p.with(func(db *sql.DB) error {
			half := time.Now().Add(time.Until(t.until) / 2)
			for n := among.made.Load(); n < mostAccounts && time.Now().Before(half); n += accountBatch {
				if err := createAccounts(db, int(n)); err != nil {
					return err
				}
				among.made.Store(n + accountBatch)
			}
			return nil
		})
		if err != nil {
			return err
		}
		many, err := t.visits(p, among, t.until)
		if err != nil {
			return err
		}
		t.logf("%d logins to %d accounts; %v of the server's CPU time each among %d, %v among all", among.logins.Load(), among.made.Load(),
			few, accountBatch, many)
		// Of a few logins the time is mostly what making the accounts has left to collect.
		if few > 0 && many > 5*few && among.logins.Load() > mostAccounts/4 {
			return fmt.Errorf("a login takes %v of CPU time among %d accounts, and %v among %d", few, accountBatch, many, among.made.Load())
		}
		return p.with(func(db *sql.DB) error {
			if err := accountsAddUp(db, int(among.logins.Load())); err != nil {
				return err
			}
			// What had no row has a part in the whole alone: all begin anew for the
			// comparison.
			return errors.Join(dropAccounts(db, int(among.made.Load())), beginAnew(db))
		})
	})
}}

func accountName(n int) string { return fmt.Sprintf("torture_%d", n) }

// createAccounts makes a batch of accounts, which have no password.
func createAccounts(db *sql.DB, from int) error {
	return changeAccounts(db, "CREATE USER ", from, from+accountBatch)
}

// dropAccounts drops them, many at a time: each statement writes down all that are left.
func dropAccounts(db *sql.DB, made int) error {
	for from := 0; from < made; from += 5 * accountBatch {
		if err := changeAccounts(db, "DROP USER ", from, min(made, from+5*accountBatch)); err != nil {
			return err
		}
	}
	return nil
}

func changeAccounts(db *sql.DB, how string, from, to int) error {
	var names []string
	for n := from; n < to; n++ {
		names = append(names, "'"+accountName(n)+"'@'%'")
	}
	if _, err := db.Exec(how + strings.Join(names, ", ")); err != nil {
		return fmt.Errorf("%s%s...: %w", how, names[0], err)
	}
	return nil
}

// population is who may log in, and how often somebody did.
type population struct{ made, logins atomic.Int64 }

// visits has clients log in as one account after the other until a time, and says
// what a login and what belongs to it took of the server's CPU time; 0 where that is
// not known.
func (t *trial) visits(p *process, among *population, until time.Time) (each time.Duration, err error) {
	const clients = 4
	var (
		running sync.WaitGroup
		failed  [clients]error
	)
	before, logins := p.cpuTime(), among.logins.Load()
	for id := range clients {
		own := t.fork(uint64(id))
		running.Go(func() {
			for failed[id] == nil && t.ctx.Err() == nil && time.Now().Before(until) {
				failed[id] = own.visitAs(p, int(among.logins.Add(1)%among.made.Load()))
			}
		})
	}
	running.Wait()
	if err := errors.Join(failed[:]...); err != nil {
		return 0, t.diagnose(p, err)
	}
	return (p.cpuTime() - before) / time.Duration(max(1, among.logins.Load()-logins)), nil
}

// visitAs logs in as an account, looks around and leaves.
func (t *trial) visitAs(p *process, account int) error {
	c, err := p.greetedFrom(t.someHost())
	if err != nil {
		return err
	}
	defer t.leave(c)
	name := accountName(account)
	if err := c.loginAs(name); err != nil {
		return fmt.Errorf("logging in as %s: %w", name, err)
	}
	who, err := c.answers("SELECT CURRENT_USER()")
	if err != nil || !bytes.Contains(who, []byte(name+"@%")) {
		return fmt.Errorf("%s is %q: %w", name, who, err)
	}
	if secret, err := c.answers("SELECT User FROM mysql.user"); err == nil {
		return fmt.Errorf("%s, who has no right, read %q", name, secret)
	}
	return nil
}

// someHost is an address of this machine. Linux has all of 127.0.0.0/8.
func (t *trial) someHost() net.IP {
	if runtime.GOOS != "linux" {
		return nil
	}
	return net.IPv4(127, byte(t.rand.IntN(2)), byte(t.rand.IntN(100)), byte(1+t.rand.IntN(250)))
}

// accountsAddUp compares the tables by account, user and host with how often clients
// logged in.
func accountsAddUp(db *sql.DB, logins int) error {
	const autoscaled = 4096 // the largest number of rows of a table that has no size
	for _, by := range []struct{ table, counted string }{
		{"accounts", "(SELECT COALESCE(SUM(TOTAL_CONNECTIONS), 0) FROM performance_schema.accounts WHERE USER LIKE 'torture%')"},
		{"users", "(SELECT COALESCE(SUM(TOTAL_CONNECTIONS), 0) FROM performance_schema.users WHERE USER LIKE 'torture%')"},
		{"hosts", "(SELECT SUM(TOTAL_CONNECTIONS) FROM performance_schema.hosts WHERE HOST IS NOT NULL)" +
			" - (SELECT SUM(TOTAL_CONNECTIONS) FROM performance_schema.users WHERE USER IN ('root', 'event_scheduler'))"},
	} {
		var rows, counted, size, lost int
		var name string
		err := errors.Join(db.QueryRow("SELECT COUNT(*), "+by.counted+", @@performance_schema_"+by.table+"_size FROM performance_schema."+by.table).
			Scan(&rows, &counted, &size), db.QueryRow("SHOW GLOBAL STATUS LIKE 'Performance_schema_"+by.table+"_lost'").Scan(&name, &lost))
		if size < 0 {
			size = autoscaled
		}
		switch {
		case err != nil:
			return err
		case rows > size:
			return fmt.Errorf("%d rows are in %s, whose size is %d", rows, by.table, size)
		case counted+lost != logins:
			return fmt.Errorf("%d logins are in %s and %d are lost, of %d", counted, by.table, lost, logins)
		}
	}
	return nil
}
