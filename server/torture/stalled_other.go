//go:build !linux

package main

import "fmt"

var stalled = kind{"stalled", func(*trial) error {
	return fmt.Errorf("%w: how much memory a process has is read from /proc", errSkipped)
}}
