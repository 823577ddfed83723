package perfschema

import (
	"github.com/perfschema/perfschema/activity"
	"github.com/perfschema/perfschema/record"
)

// Names of packages record and activity, until all have been renamed.
type (
	Actor  = record.Actor
	Object = record.Object
)

var DefaultObjects = record.DefaultObjects

const (
	UserLevelLock = record.UserLevelLock
	UnknownWait   = activity.UnknownWait
)
