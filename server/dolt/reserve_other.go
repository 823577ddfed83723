//go:build !linux

package dolt

import (
	"errors"
	"os"
)

func keepBlocks(*os.File, int64, int64) error { return errors.ErrUnsupported }
