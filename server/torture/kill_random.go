package main

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"sync"
	"time"
)

// killAtRandom kills a server again and again at random moments, while clients
// write, garbage is collected, and variables and accounts change.
var killAtRandom = kind{"kill-at-random", func(t *trial) error {
	dir := filepath.Join(t.dir, "data")
	var l *ledger
	err := t.sound(dir, func(db *sql.DB) (err error) {
		l, err = newLedger(db, 4)
		return err
	})
	if err != nil {
		return err
	}
	kills := 0
	for ; kills == 0 || !t.over(); kills++ {
		after := time.Duration(t.rand.Int64N(int64(700 * time.Millisecond)))
		collect := t.rand.IntN(3) > 0
		log, err := t.killed(dir, l, after, collect)
		if err != nil {
			return err
		}
		if err := t.sound(dir, l.check); err != nil {
			return fmt.Errorf("after kill %d, %v after the start, collecting garbage: %v: %w; the killed server's log:%s",
				kills+1, after, collect, err, indented(log))
		}
	}
	t.logf("%d kills, %d commits acknowledged", kills, l.commits())
	return nil
}}

// killed runs a server under load and kills it after a time.
func (t *trial) killed(dir string, l *ledger, after time.Duration, collect bool) (log string, err error) {
	p, err := t.start(dir)
	if err != nil {
		return "", err
	}
	db, err := p.open()
	if err != nil {
		p.kill()
		return "", err
	}
	ctx, cancel := context.WithCancel(t.ctx)
	defer cancel()
	var clients sync.WaitGroup
	for _, w := range l.writers {
		clients.Go(func() { w.write(ctx, db) })
	}
	clients.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			// What they answer is for no one: the server goes away meanwhile.
			_, _ = db.ExecContext(ctx, fmt.Sprintf("SET PERSIST max_connections = %d", 100+i%50))
			_, _ = db.ExecContext(ctx, fmt.Sprintf("CREATE USER IF NOT EXISTS u%d", i%20))
			_, _ = db.ExecContext(ctx, fmt.Sprintf("DROP USER IF EXISTS u%d", (i+10)%20))
		}
	})
	if collect {
		clients.Go(func() {
			for ctx.Err() == nil {
				_ = run(db, "USE ledger; CALL dolt_gc()")
			}
		})
	}
	time.Sleep(after) // the moment of the kill is the torture
	p.kill()
	cancel()
	clients.Wait()
	_ = db.Close()
	return p.log.String(), p.quiet()
}
