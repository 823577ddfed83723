// Package dolt is the storage of the server: a directory of Dolt databases
// behind one go-mysql-server engine. All that is Dolt's own is here and in the packages below.
package dolt
