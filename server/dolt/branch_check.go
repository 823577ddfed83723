package dolt

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/dolthub/dolt/go/gen/fb/serial"

	"github.com/perfschema/perfschema/server/internal/smallfile"
)

// maxBranchText is the length of a name or pattern in bytes beyond which it is damage.
const maxBranchText = 64 << 10

// checkBranchControl returns an error if the file of branch permissions claims to have more than
// its bytes: Dolt makes room for all that it claims. A file that is not there, in a directory that is none,
// or whose kind Dolt tells to be wrong, is no error.
func checkBranchControl(path string) error {
	data, err := smallfile.Read(path, maxAccounts)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	if err == nil {
		err = checkBranches(data)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func checkBranches(data []byte) (err error) {
	defer func() {
		if recover() != nil { // an offset leads out of the file
			err = errors.New("not a file of branch permissions")
		}
	}()
	if len(data) < serial.MessagePrefixSz || serial.GetFileID(data) != serial.BranchControlFileID {
		return nil // Dolt says so
	}
	root, err := serial.TryGetRootAsBranchControl(data, serial.MessagePrefixSz)
	if err != nil {
		return err //nolint:wrapcheck // as Dolt says it
	}
	c := &claims{left: len(data)}
	if access, err := root.TryAccessTbl(nil); err == nil && access != nil {
		c.patterns(access)
		c.each(access.ValuesLength(), func(i int) {
			if v := new(serial.BranchControlAccessValue); got(access.TryValues(v, i)) {
				c.shorter(maxBranchText, v.Database(), v.Branch(), v.User(), v.Host())
			}
		})
	}
	if names, err := root.TryNamespaceTbl(nil); err == nil && names != nil {
		c.patterns(names)
		c.each(names.ValuesLength(), func(i int) {
			if v := new(serial.BranchControlNamespaceValue); got(names.TryValues(v, i)) {
				c.shorter(maxBranchText, v.Database(), v.Branch(), v.User(), v.Host())
			}
		})
	}
	return c.err()
}

func got(there bool, err error) bool { return there && err == nil }

// branchPatterns is a table of patterns, as the file has two: of who may write to a branch, and of
// who may make one.
type branchPatterns interface {
	TryBinlog(log *serial.BranchControlBinlog) (*serial.BranchControlBinlog, error)
	DatabasesLength() int
	TryDatabases(e *serial.BranchControlMatchExpression, i int) (bool, error)
	BranchesLength() int
	TryBranches(e *serial.BranchControlMatchExpression, i int) (bool, error)
	UsersLength() int
	TryUsers(e *serial.BranchControlMatchExpression, i int) (bool, error)
	HostsLength() int
	TryHosts(e *serial.BranchControlMatchExpression, i int) (bool, error)
}

// patterns counts all of a table but its values.
func (c *claims) patterns(t branchPatterns) {
	if log, err := t.TryBinlog(nil); err == nil {
		c.binlog(log)
	}
	c.expressions(t.DatabasesLength(), t.TryDatabases)
	c.expressions(t.BranchesLength(), t.TryBranches)
	c.expressions(t.UsersLength(), t.TryUsers)
	c.expressions(t.HostsLength(), t.TryHosts)
}

func (c *claims) binlog(log *serial.BranchControlBinlog) {
	if log == nil {
		return
	}
	c.each(log.RowsLength(), func(i int) {
		if r := new(serial.BranchControlBinlogRow); got(log.TryRows(r, i)) {
			c.shorter(maxBranchText, r.Database(), r.Branch(), r.User(), r.Host())
		}
	})
}

func (c *claims) expressions(n int, at func(*serial.BranchControlMatchExpression, int) (bool, error)) {
	c.each(n, func(i int) {
		if e := new(serial.BranchControlMatchExpression); got(at(e, i)) {
			c.count(e.SortOrdersLength())
		}
	})
}
