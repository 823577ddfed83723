//go:build !linux

package main

import "fmt"

var fullDisk = kind{"full-disk", func(*trial) error {
	return fmt.Errorf("%w: a small disk is mounted on Linux alone", errSkipped)
}}
