//go:build race

package sqltest_test

func init() { underRace = true }
