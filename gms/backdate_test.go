package gms

import "time"

// Backdate makes an Adapter's server older.
func Backdate(a *Adapter, by time.Duration) { a.uptime.Begun = a.uptime.Begun.Add(-by) }
