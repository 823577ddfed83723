package perfschema

import "strings"

// standard reports whether a function is the standard library's, by the first element of
// its import path.
func standard(function string) bool {
	function, _, _ = strings.Cut(function, "[") // type arguments
	first, _, below := strings.Cut(function, "/")
	if !below {
		first, _, _ = strings.Cut(function, ".")
	}
	return standardRoots[first]
}
