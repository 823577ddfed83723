// Package instance has the tables of instrumented objects that exist now: mutexes, locks,
// condition variables, files and sockets.
package instance
