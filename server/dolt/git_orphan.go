package dolt

import (
	"time"

	"github.com/dolthub/go-mysql-server/sql"
)

// Dolt asks a remote by git through a git process, which is killed with its statement. The processes that git has
// started, as git-remote-https and ssh, are not: they wait for the remote on, and Dolt waits for them, since they
// hold the pipe of git's output. On Linux such orphans become children of this process, and are killed; those
// that end by themselves are reaped.

// orphanPeriod is how often orphans are looked for once a statement has ended.
const orphanPeriod = 20 * time.Millisecond

// asksRemotes are the procedures of Dolt's that may start git.
var asksRemotes = map[string]bool{
	"dolt_backup": true, "dolt_clone": true, "dolt_fetch": true, "dolt_pull": true, "dolt_push": true, "dolt_remote": true,
}

// endingGit wraps a procedure that may start git so that it ends with its statement.
func endingGit(name string, run procedure) procedure {
	if !asksRemotes[name] {
		return run
	}
	return func(ctx *sql.Context, args ...string) (sql.RowIter, error) {
		if !adopter.begin() {
			return run(ctx, args...)
		}
		defer adopter.end()
		ended, watched := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(watched)
			select {
			case <-ended:
				return
			case <-ctx.Done():
			}
			again := time.NewTicker(orphanPeriod)
			defer again.Stop()
			for {
				killOrphans()
				select {
				case <-ended:
					killOrphans()
					return
				case <-again.C:
				}
			}
		}()
		defer func() {
			close(ended)
			<-watched
		}()
		return run(ctx, args...)
	}
}
