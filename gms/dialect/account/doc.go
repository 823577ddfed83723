// Package account has statements about accounts do what they do in MySQL, whole or not at
// all: with what the engine leaves out of CREATE USER, ALTER USER, GRANT and REVOKE. It says which
// plugin an account has that names none, and refuses accounts without a password on a server
// that other machines reach.
package account
