// Command torture does to a server, the built binary, what a bad day does to it,
// and looks afterwards whether anything is lost or broken. What it does follows
// from a seed, which it prints.
//
//	torture -server bin/perfschema                    all kinds, ten minutes
//	torture -server bin/perfschema -kind kill-at-call -seed 7 -duration 1h
//
// A kind of torture is a value in kinds, in a file of its own.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"time"
)

func main() {
	becomeServerIfAsked()
	binary := flag.String("server", "bin/perfschema", "the server to torture")
	which := flag.String("kind", "", "only the kinds whose names match this regular expression")
	seed := flag.Uint64("seed", 0, "what is done follows from it; 0 takes one from the clock")
	duration := flag.Duration("duration", 10*time.Minute, "how long, all kinds together")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := torture(ctx, *binary, *which, *seed, *duration); err != nil {
		fmt.Fprintln(os.Stderr, "torture:", err)
		os.Exit(1)
	}
}

// torture runs the kinds whose names match one after another, each for its share
// of the time.
func torture(ctx context.Context, binary, which string, seed uint64, duration time.Duration) error {
	pattern, err := regexp.Compile(which)
	if err != nil {
		return fmt.Errorf("-kind: %w", err)
	}
	if binary, err = filepath.Abs(binary); err != nil {
		return err
	}
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	var chosen []kind
	for _, k := range kinds {
		if pattern.MatchString(k.name) {
			chosen = append(chosen, k)
		}
	}
	if len(chosen) == 0 {
		return fmt.Errorf("no kind of torture matches %q", which)
	}
	fmt.Printf("seed %d, %v\n", seed, duration)
	var failed error
	for _, k := range chosen {
		err := k.torture(ctx, binary, seed, duration/time.Duration(len(chosen)), func(format string, args ...any) {
			fmt.Printf(k.name+": "+format+"\n", args...)
		})
		switch {
		case errors.Is(err, errSkipped):
			fmt.Printf("%s: %v\n", k.name, err)
		case err != nil:
			failed = errors.Join(failed, err)
		default:
			fmt.Printf("%s: nothing is lost\n", k.name)
		}
	}
	return failed
}
