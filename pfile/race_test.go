//go:build race || !amd64

package pfile_test

const raceEnabled = true
