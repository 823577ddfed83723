//go:build !unix

package server

// openFilesLimit is how many files the process may have open; 0 if nobody says.
func openFilesLimit() uint64 { return 0 }
