package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server"
)

// readSettings reads the environment, the command line and the file it names.
// The file comes before the command line, so that this wins.
func readSettings(args []string) (settings, error) {
	var s settings
	s.server.Password = os.Getenv(passwordVariable)
	list := serveOptions()
	given, err := parseCommandLine("serve", args, list)
	if err != nil {
		return s, err
	}
	for _, a := range given {
		if a.option.name != "defaults-file" {
			continue
		}
		fromFile, warning, err := readOptionFile(a.value, list, fileGroups, false)
		if err != nil {
			return s, err
		}
		s.warn(warning)
		given = append(fromFile, given...)
		break
	}
	if err := setAll(given, &s); err != nil {
		return s, err
	}
	if s.server.HistoryClickHouse.Host == "" && s.server.HistoryClickHouse.HasPassword() {
		return s, errors.New("--history-clickhouse-password-file is for --history-clickhouse, which is not there")
	}
	if s.server.HistoryClickHouse.Host != "" {
		s.server.History = true
		s.server.HistoryClickHouse = withPassword(s.server.HistoryClickHouse)
	}
	s.server.Sources = sources(given, s.defaultsFile)
	s.warn(passwordShown(given))
	return s, nil
}

// passwordShown warns of a password on the command line, "" if there is none, or an empty
// one.
func passwordShown(given []assignment) string {
	for _, a := range given {
		if a.option.name == "password" && a.value != "" && a.value != askPassword && a.where == "--password" {
			return "the command line, with the password on it, is every user's of this machine to read; use --password-file, or --password without a value"
		}
		if addressWithPassword(a.option.name, a.value) && a.where == "--"+a.option.name {
			return "the command line, with the password for ClickHouse on it, is every user's of this machine to read; use a file, or " + clickhousePassword
		}
	}
	return ""
}

// sources says where variables have their values from: those that options are named
// after. What names no variable does no harm.
func sources(given []assignment, file string) map[string]gms.VariableSource {
	if path, err := filepath.Abs(file); err == nil {
		file = path
	}
	out := make(map[string]gms.VariableSource)
	for _, a := range given {
		name := a.option.variableName()
		if strings.HasPrefix(a.where, "--") {
			out[name] = gms.VariableSource{Source: gms.SourceCommandLine}
		} else {
			out[name] = gms.VariableSource{Source: gms.SourceExplicit, Path: file}
		}
	}
	return out
}

func (s *settings) warn(warning string) {
	if warning != "" {
		s.warnings = append(s.warnings, warning)
	}
}

// askForPassword asks for the password if it is to be asked for.
func (s *settings) askForPassword(t terminal) error {
	if !s.ask {
		return nil
	}
	user := s.server.User
	if user == "" {
		user = server.DefaultUser
	}
	password, err := t.password(user, true)
	s.server.Password = password
	return err
}

func writeWarnings(w io.Writer, warnings []string) {
	for _, text := range warnings {
		tell(w, "warning: "+text)
	}
}
