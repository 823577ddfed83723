package dolt

import "errors"

// claims adds up what a file says that it has. Dolt and the engine make room for as many
// privileges, tables and accounts as a file claims before they look at them: four damaged bytes
// claim 2^31. Each element takes at least a byte of the file. One that several places share,
// which no such file has, counts each time.
type claims struct{ left int } // bytes that may hold more

var errClaims = errors.New("it claims to have more than it has bytes")

func (c *claims) err() error {
	if c.left < 0 {
		return errClaims
	}
	return nil
}

// each counts n elements and visits them, as long as they may be there.
func (c *claims) each(n int, visit func(i int)) {
	c.count(n)
	for i := 0; i < n && c.left >= 0; i++ {
		visit(i)
	}
}

func (c *claims) count(n int) {
	if c.left -= n; n < 0 {
		c.left = -1
	}
}

// texts counts the bytes of texts.
func (c *claims) texts(all ...[]byte) {
	for _, text := range all {
		c.count(len(text))
	}
}

// shorter refuses texts longer than most bytes. It is for those that several places may share.
func (c *claims) shorter(most int, all ...[]byte) {
	for _, text := range all {
		if len(text) > most {
			c.left = -1
		}
	}
}
