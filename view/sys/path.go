package sys

import "strings"

// Directory is a place that paths are shown relative to: the name of the variable that has
// it, and its path.
type Directory struct{ Variable, Path string }

// FormatPath puts the name of the first variable whose directory a path lies in, of those in
// the order given, in the directory's place: "@@datadir/shop/item.ibd".
func FormatPath(path string, directories []Directory) string {
	path = strings.ReplaceAll(path, `\`, "/")
	for _, d := range directories {
		dir := strings.TrimRight(strings.ReplaceAll(d.Path, `\`, "/"), "/")
		if dir == "" {
			continue
		}
		if rest, ok := strings.CutPrefix(path, dir); ok && (rest == "" || rest[0] == '/') {
			return "@@" + d.Variable + rest
		}
	}
	return path
}

// SchemaFromFileName is the last directory of a path, which in MySQL's data directory is the
// schema that a file is of; "" where there is none.
func SchemaFromFileName(path string) string {
	parts := strings.Split(strings.ReplaceAll(path, `\`, "/"), "/")
	if len(parts) < 2 {
		return ""
	}
	return cut(parts[len(parts)-2], 64)
}

// TableFromFileName is the name of a file without its ending, in which MySQL writes a dollar
// sign as @0024.
func TableFromFileName(path string) string {
	name := strings.ReplaceAll(path, `\`, "/")
	name = name[strings.LastIndexByte(name, '/')+1:]
	name, _, _ = strings.Cut(strings.ReplaceAll(name, "@0024", "$"), ".")
	return cut(name, 64)
}

// cut keeps the first n characters.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n])
	}
	return s
}
