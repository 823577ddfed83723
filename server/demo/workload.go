package demo

import (
	"context"
	crand "crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-sql-driver/mysql"
)

// tally counts what the workload did.
type tally struct{ statements, errors int64 }

// role is a user of the shop: what it may do and what it does.
type role struct {
	user        string
	grants      string
	connections int
	// pause is between two turns, so that the demo leaves some of the
	// machine to its watcher.
	pause time.Duration
	turn  func(*worker) error
}

var roles = []role{
	{"shop_web", "SELECT, INSERT, UPDATE, DELETE", 3, 5 * time.Millisecond, (*worker).webTurn},
	{"shop_stock", "SELECT, INSERT, UPDATE, DELETE", 1, 20 * time.Millisecond, (*worker).stockTurn},
	{"shop_report", "SELECT", 1, 100 * time.Millisecond, (*worker).reportTurn},
}

// worker is one connection at work.
type worker struct {
	ctx    context.Context // ends the statements
	timed  context.Context // ends the work
	db     *sql.DB
	random *rand.Rand
	done   *counters
	orders int
	turns  int
}

type counters struct{ statements, errors atomic.Int64 }

// work makes the users, lets them work for the time given and removes them.
func (o Options) work(ctx context.Context, admin *sql.DB) (tally, error) {
	var orders int
	if err := admin.QueryRowContext(ctx, "SELECT COALESCE(MAX(order_id), 0) FROM shop.orders").Scan(&orders); err != nil {
		return tally{}, err
	}
	secret := make([]byte, 16)
	if _, err := crand.Read(secret); err != nil {
		return tally{}, err
	}
	password := hex.EncodeToString(secret)
	defer dropUsers(context.WithoutCancel(ctx), admin)
	if err := makeUsers(ctx, admin, password); err != nil {
		return tally{}, err
	}

	timed, cancel := context.WithTimeout(ctx, o.Duration)
	defer cancel()
	var (
		done    counters
		running sync.WaitGroup
		failed  = make(chan error, 16)
	)
	for i, r := range roles {
		for n := range r.connections {
			db, err := o.connect(r.user, password, "shop")
			if err != nil {
				return tally{}, err
			}
			db.SetMaxOpenConns(1)
			w := &worker{ctx: ctx, timed: timed, db: db, random: rand.New(rand.NewPCG(uint64(i), uint64(n))), done: &done, orders: max(orders, 1)}
			running.Go(func() {
				defer db.Close()
				if err := w.run(r); err != nil {
					cancel()
					failed <- fmt.Errorf("%s: %w", r.user, err)
				}
			})
		}
	}
	o.watch(timed, &done)
	running.Wait()
	select {
	case err := <-failed:
		return tally{}, err
	default:
		return tally{done.statements.Load(), done.errors.Load()}, nil
	}
}

// watch draws the progress until the time is over.
func (o Options) watch(ctx context.Context, done *counters) {
	bar := &progress{options: &o, what: "working"}
	defer bar.end()
	begin := time.Now()
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			bar.show(min(time.Since(begin).Seconds()/o.Duration.Seconds(), 1), fmt.Sprintf("%d statements", done.statements.Load()))
		}
	}
}

func makeUsers(ctx context.Context, admin *sql.DB, password string) error {
	for _, r := range roles {
		for _, s := range []string{
			"DROP USER IF EXISTS " + r.user + "@'%'",
			"CREATE USER " + r.user + "@'%' IDENTIFIED BY '" + password + "'",
			"GRANT " + r.grants + " ON shop.* TO " + r.user + "@'%'",
		} {
			if _, err := admin.ExecContext(ctx, s); err != nil {
				return fmt.Errorf("making user %s: %w", r.user, err)
			}
		}
	}
	return nil
}

func dropUsers(ctx context.Context, admin *sql.DB) {
	for _, r := range roles {
		_, _ = admin.ExecContext(ctx, "DROP USER IF EXISTS "+r.user+"@'%'")
	}
}

// run takes turns until the time is over. That two transactions get in each
// other's way is part of the game; the server gives one of them up.
func (w *worker) run(r role) error {
	for ; w.timed.Err() == nil; w.turns++ {
		if err := r.turn(w); err != nil && w.ctx.Err() == nil && !isConflict(err) {
			return err
		}
		select {
		case <-w.timed.Done():
		case <-time.After(r.pause):
		}
	}
	return nil
}

func isConflict(err error) bool {
	var e *mysql.MySQLError
	return errors.As(err, &e) && (e.Number == 1213 || e.Number == 1205)
}
