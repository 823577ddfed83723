//go:build !linux || !(amd64 || arm64) || portable

package goroutine

// Thread is never known.
func Thread() (t struct{ Record, ID int }, known bool) { return t, false }
