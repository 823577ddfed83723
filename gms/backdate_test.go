package gms

import "time"

// Backdate makes an Adapter's server older.
func Backdate(a *Adapter, by time.Duration) { a.uptime.begun = a.uptime.begun.Add(-by) }
