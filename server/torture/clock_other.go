//go:build !linux || !amd64

package main

import (
	"errors"
	"sync/atomic"
)

type shiftedClock struct{ shift atomic.Int64 }

var errClock = errors.New("a process is given another clock on Linux and amd64 alone")

func canShiftClock() error { return errClock }

func becomeServerIfAsked() {}

func hideVDSO(int) error { return errClock }

func (c *shiftedClock) answer(int) error { return errClock }

func (t *trial) shifted(string) (*process, *shiftedClock, error) { return nil, nil, errClock }

const slowClock = ""
