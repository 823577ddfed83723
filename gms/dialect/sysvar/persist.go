package sysvar

import "sync"

// Persisting is held while the variables that are kept for the next start change: by SET PERSIST
// from its first assignment until its last, or until all have been taken back, and by RESET
// PERSIST. Otherwise a SET that fails would put an older value in the place of one that another
// session has set meanwhile. Values are computed before it is locked.
var Persisting sync.Mutex
