//go:build !unix

package client

import "errors"

// freeBytes is not known here.
func freeBytes(string) (free, total uint64, err error) { return 0, 0, errors.ErrUnsupported }
