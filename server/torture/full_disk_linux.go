package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// fullDisk lets a server write on a small disk that somebody else fills up and
// empties again. What was refused is not there, what was acknowledged is, and the
// server never ends.
var fullDisk = kind{"full-disk", func(t *trial) error {
	disk := filepath.Join(t.dir, "disk")
	if err := os.Mkdir(disk, 0o700); err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", disk, "tmpfs", 0, "size=96m"); err != nil {
		return fmt.Errorf("%w: no file system can be mounted here: %w", errSkipped, err)
	}
	err := t.fillAndEmpty(disk)
	return errors.Join(err, unix.Unmount(disk, unix.MNT_DETACH))
}}

func (t *trial) fillAndEmpty(disk string) error {
	rounds, commits := 0, 0
	for set := 0; set == 0 || !t.over(); set++ {
		// A new directory before the ledger takes the disk itself.
		dir := filepath.Join(disk, fmt.Sprint("data", set))
		p, err := t.start(dir)
		if err != nil {
			return err
		}
		var l *ledger
		err = p.with(func(db *sql.DB) (err error) {
			if l, err = newLedger(db, 4); err != nil {
				return err
			}
			rest, err := p.rest(db)
			if err != nil {
				return err
			}
			for round := 0; round == 0 || !t.over() && round < 10; round++ {
				rounds++
				t.writeUntilFull(disk, db, l)
				if err := l.check(db); err != nil {
					return err
				}
			}
			return errors.Join(noPanics(db), p.atRest(db, &rest))
		})
		if err != nil {
			p.kill()
			return fmt.Errorf("round %d: %w; the server's log:%s", rounds, err, indented(p.log.String()))
		}
		if err := p.stop(); err != nil {
			return err
		}
		if err := t.sound(dir, l.check); err != nil {
			return err
		}
		commits += l.commits()
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	t.logf("%d times full, %d commits acknowledged", rounds, commits)
	return nil
}

// writeUntilFull lets the writers write, takes all the room, and gives it back
// when they have been refused.
func (t *trial) writeUntilFull(disk string, db *sql.DB, l *ledger) {
	ctx, cancel := context.WithCancel(t.ctx)
	defer cancel()
	var writers sync.WaitGroup
	for _, w := range l.writers {
		writers.Go(func() { w.write(ctx, db) })
	}
	time.Sleep(time.Duration(t.rand.Int64N(int64(100 * time.Millisecond)))) // the moment is the torture
	filler := filepath.Join(disk, "filler")
	if f, err := os.Create(filler); err == nil {
		_, _ = io.Copy(f, zeros{})
		f.Close()
	}
	writers.Wait()
	_ = os.Remove(filler)
}

type zeros struct{}

// Read implements io.Reader.
func (zeros) Read(b []byte) (int, error) { clear(b); return len(b), nil }
