package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// passwordVariable is the variable of the environment that has the password of
// the accounts to make, where no option says it.
const passwordVariable = "PERFSCHEMA_PASSWORD"

// askPassword is the value of a password that is to be asked for.
const askPassword = "\x00"

// maxPassword is how long a password may be that comes from a file.
const maxPassword = 4096

// readPasswordFile reads a password, without the end of its line. The warning
// is not empty if others may read it too.
func readPasswordFile(path string) (password, warning string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return "", "", fmt.Errorf("cannot read the password: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxPassword+1))
	if err != nil {
		return "", "", fmt.Errorf("cannot read the password: %w", err)
	}
	password = strings.TrimSuffix(strings.TrimSuffix(string(data), "\n"), "\r")
	switch {
	case password == "":
		return "", "", fmt.Errorf("%s is empty; write the password in it, on one line", path)
	case len(data) > maxPassword || strings.ContainsAny(password, "\n\x00"):
		return "", "", fmt.Errorf("%s is no file of a password; write it on one line", path)
	}
	if info, err := f.Stat(); err == nil && readableByAll(info) {
		warning = openToAll(path)
	}
	return password, warning, nil
}

// readableByAll says whether every user of the machine may read a file. What is
// no regular file, as a pipe, is its reader's alone.
func readableByAll(info os.FileInfo) bool {
	return info.Mode().IsRegular() && info.Mode().Perm()&0o004 != 0
}

func openToAll(path string) string {
	return fmt.Sprintf("%s has a password in it and every user of this machine may read it; run chmod o-r %s", path, path)
}

// terminal asks for a password.
type terminal struct {
	ask func() ([]byte, error) // nil: there is none
	out io.Writer
}

func newTerminal(out io.Writer) terminal {
	fd := int(os.Stdin.Fd())
	if !term.IsTerminal(fd) {
		return terminal{out: out}
	}
	return terminal{func() ([]byte, error) { return term.ReadPassword(fd) }, out}
}

// password asks for the password of an account, and a second time if it is new.
func (t terminal) password(user string, isNew bool) (string, error) {
	if t.ask == nil {
		return "", errors.New("--password without a value asks for it, and there is no terminal to ask on; use --password-file, an option file or the environment")
	}
	first, err := t.line("Password of " + user + ": ")
	if err != nil || !isNew {
		return first, err
	}
	again, err := t.line("The same again: ")
	if err == nil && again != first {
		err = errors.New("the two passwords differ")
	}
	return first, err
}

func (t terminal) line(prompt string) (string, error) {
	fmt.Fprint(t.out, prompt)
	password, err := t.ask()
	fmt.Fprintln(t.out)
	if err != nil {
		return "", fmt.Errorf("asking for the password: %w", err)
	}
	return string(password), nil
}
