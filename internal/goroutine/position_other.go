//go:build !linux || !(amd64 || arm64) || portable

package goroutine

// Position is where a goroutine runs.
type Position struct {
	Thread uint32
	Left   uint8
}

// Here is never known.
func Here() (p Position, known bool) { return p, false }
