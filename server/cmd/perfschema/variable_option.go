package main

import (
	"slices"
	"strings"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server"
)

// A system variable that SET GLOBAL sets is an option of serve, too, of the same name: a switch
// may stand without a value, or behind skip-, disable- or enable-, as in MySQL.

// switchWords are what may stand before the name of a switch, with the value that it means.
var switchWords = map[string]string{"skip-": "OFF", "disable-": "OFF", "enable-": "ON"}

// variableOption is the option of a system variable, by its name with dashes.
func variableOption(name string) (*option, bool) {
	variable := strings.ReplaceAll(name, "-", "_")
	if isSwitch, ok := gms.IsVariableOption(variable); ok {
		return &option{name: name, variable: variable, arg: "VALUE", flag: isSwitch, set: setVariable(variable)}, true
	}
	for word, value := range switchWords {
		rest, ok := strings.CutPrefix(name, word)
		if !ok {
			continue
		}
		variable := strings.ReplaceAll(rest, "-", "_")
		if isSwitch, ok := gms.IsVariableOption(variable); ok && isSwitch {
			return &option{name: name, variable: variable, flag: true, set: onOff(func(s *settings, on bool) {
				given := value
				if !on {
					given = map[string]string{"ON": "OFF", "OFF": "ON"}[value]
				}
				_ = setVariable(variable)(s, given)
			})}, true
		}
	}
	return nil, false
}

func setVariable(name string) func(*settings, string) error {
	return func(s *settings, value string) error {
		s.server.Variables = append(s.server.Variables, server.VariableValue{Name: name, Value: value})
		return nil
	}
}

// takesVariables says whether the options are those of serve: other commands set no variables.
func takesVariables(list []option) bool {
	return slices.ContainsFunc(list, func(o option) bool { return o.name == "performance-schema" })
}

// withVariables adds to the options of serve those of the variables that a command line names.
func withVariables(list []option, args []string) []option {
	if !takesVariables(list) {
		return list
	}
	list = slices.Clip(list)
	for _, arg := range args {
		name, ok := strings.CutPrefix(arg, "--")
		if !ok {
			continue
		}
		name, _, _ = strings.Cut(name, "=")
		if name = canonical(name); slices.ContainsFunc(list, func(o option) bool { return o.name == name }) || refused[name] != "" {
			continue
		}
		if o, ok := variableOption(name); ok {
			list = append(list, *o)
		}
	}
	return list
}

// variableName is the system variable that an option gives a value, or would if there were one.
func (o *option) variableName() string {
	switch {
	case o.variable != "":
		return o.variable
	case o.name == "data-dir":
		return "datadir"
	case o.name == "ansi":
		return "sql_mode"
	}
	return strings.ReplaceAll(o.name, "-", "_")
}
