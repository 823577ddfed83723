package main

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"time"
)

// kinds are all kinds of torture.
var kinds = []kind{killAtRandom, killAtCall, fullDisk, packets, crowd, swarm, digests, accounts, stalled, clockMoves, damagedHistory, endlessStatements, nameCase}

// kind is a kind of torture.
type kind struct {
	name string
	// run tortures until the trial's time is up, and gives the first thing that
	// is wrong, or an error that wraps errSkipped.
	run func(*trial) error
}

// errSkipped says that a kind of torture cannot be done here.
var errSkipped = errors.New("skipped")

// trial is one run of one kind.
type trial struct {
	ctx    context.Context // ends when all is given up
	until  time.Time
	binary string
	dir    string // for data directories; gone afterwards, unless something is wrong
	rand   *rand.Rand
	logf   func(format string, args ...any)
}

// torture runs a kind for a time. An error names the seed and keeps the data
// directories.
func (k kind) torture(ctx context.Context, binary string, seed uint64, duration time.Duration, logf func(format string, args ...any)) error {
	dir, err := os.MkdirTemp("", "perfschema-torture-")
	if err != nil {
		return err
	}
	// A kind does the same whichever others run.
	name := fnv.New64a()
	_, _ = name.Write([]byte(k.name))
	t := &trial{
		ctx: ctx, until: time.Now().Add(duration), binary: binary, dir: dir,
		rand: rand.New(rand.NewPCG(seed, name.Sum64())), logf: logf,
	}
	if err := k.run(t); err != nil && !errors.Is(err, errSkipped) {
		return fmt.Errorf("%s, seed %d, data in %s: %w", k.name, seed, dir, err)
	} else if err != nil {
		_ = os.RemoveAll(dir)
		return err
	}
	return os.RemoveAll(dir)
}

// over says that the time is up.
func (t *trial) over() bool { return t.ctx.Err() != nil || time.Now().After(t.until) }

// fork gives a client that works beside others a source of random numbers of its
// own.
func (t *trial) fork(id uint64) *trial {
	f := *t
	f.rand = rand.New(rand.NewPCG(t.rand.Uint64(), id))
	return &f
}
