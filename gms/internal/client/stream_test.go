package client

import "testing"

// What is read as a whole leaves the stream as what is read along does, and nothing is
// read as a whole where reading along would stop.
func FuzzWholeCommand(f *testing.F) {
	for _, body := range []string{"\x0e", "\x17\x01\x00\x00\x00\x00\x01\x00\x00\x00", "\x03SELECT 1", "\x19\x01\x00\x00\x00", "\x01", "", "\x18\x01\x00\x00\x00\x00\x00abc"} {
		for sequence := range byte(2) {
			f.Add(framed(sequence, []byte(body)), int64(1<<20), false, false)
		}
	}
	f.Add(framed(0, []byte("\x0e\x0e")), int64(1), false, true)
	f.Add(append(framed(0, []byte("\x0e")), framed(0, []byte("\x0e"))...), int64(100), true, true)
	f.Fuzz(func(t *testing.T, b []byte, limit int64, file, calls bool) {
		if len(b) == 0 || limit < 0 {
			return
		}
		along := stream{commands: true, file: file, calls: calls, sequence: 3, total: 7, known: 2}
		whole := along
		if !whole.whole(b, limit) {
			if whole != along {
				t.Errorf("%q: %+v became %+v", b, along, whole)
			}
			return
		}
		n, large := along.scan(b, limit)
		if n == len(along.header) && b[n] == comExecute { // all are looked at that do not come whole
			rest, _ := along.scan(b[n:], limit)
			n += rest
		}
		whole.header, along.header = [4]byte{}, [4]byte{}
		for i := whole.known; i < len(whole.command); i++ { // left over from before
			whole.command[i], along.command[i] = 0, 0
		}
		if n != len(b) || large || whole != along {
			t.Errorf("%q: %d, %v, %+v, read along %+v", b, n, large, whole, along)
		}
	})
}
