//go:build !linux

package disk

import (
	"errors"
	"os"
)

func keepBlocks(*os.File, int64, int64) error { return errors.ErrUnsupported }
