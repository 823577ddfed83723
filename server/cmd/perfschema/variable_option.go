package main

import (
	"maps"
	"slices"

	"github.com/perfschema/perfschema/gms"
	"github.com/perfschema/perfschema/server"
)

// A system variable that SET GLOBAL sets is an option of serve, too, of the same name: a switch
// may stand without a value, or behind skip-, disable- or enable-, as in MySQL.

// switchWords are what may stand before the name of a switch, with whether it switches it on.
var switchWords = []struct {
	word string
	on   bool
}{{"skip-", false}, {"disable-", false}, {"enable-", true}}

// serveOptions are the options of serve: those that help lists, and the system variables that
// none of them is named like.
func serveOptions() []option {
	list := options()
	taken := make(map[string]bool)
	for _, o := range list {
		taken[o.name] = true
	}
	for name := range refused {
		taken[name] = true
	}
	add := func(o option) {
		if !taken[o.name] {
			taken[o.name] = true
			list = append(list, o)
		}
	}
	variables := gms.VariableOptions()
	names := slices.Sorted(maps.Keys(variables))
	for _, name := range names {
		add(option{name: dashed(name), variable: name, arg: "VALUE", flag: variables[name], set: func(s *settings, value string) error {
			s.server.Variables = append(s.server.Variables, server.VariableValue{Name: name, Value: value})
			return nil
		}})
	}
	for _, name := range names {
		if !variables[name] {
			continue
		}
		for _, w := range switchWords {
			add(option{name: w.word + dashed(name), variable: name, flag: true, set: onOff(func(s *settings, on bool) {
				value := map[bool]string{true: "ON", false: "OFF"}[on == w.on]
				s.server.Variables = append(s.server.Variables, server.VariableValue{Name: name, Value: value})
			})})
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
	}
	return underscored(o.name)
}
