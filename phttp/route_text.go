package phttp

import "strings"

type route struct{ method, pattern string }

// routes names routes without an allocation.
type routes struct{ names memo[route, string] }

// name is a route's: its pattern, with the method in front, ? where none is known.
func (l *routes) name(method, pattern string) string {
	if begin, _, found := strings.Cut(pattern, " "); found && !strings.Contains(begin, "/") {
		return pattern // the method is in it
	}
	if pattern == "" {
		pattern = "?"
	}
	key := route{standard(method), pattern}
	name, ok := l.names.get(key, key.name)
	if !ok {
		return key.name()
	}
	return name
}

func (r route) name() string { return r.method + " " + r.pattern }

// standard is a method of [methods]; "GET" is an empty one, "?" any other.
func standard(method string) string {
	if method == "" {
		return methods[0]
	}
	for _, m := range methods {
		if m == method {
			return m
		}
	}
	return "?"
}
