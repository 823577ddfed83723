package build

// moduleCopied returns the line as it is to run.
func (l *line) moduleCopied(tool *toolchain, environment []string) (*line, error) {
	return l, nil
}
