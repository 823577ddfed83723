// Package server has the tables about the server itself: its timers, logs, keys, and the
// functions that MySQL has not. Most rows come from view.Server; those of logs and keys that
// only InnoDB or a keyring has are none.
package server
