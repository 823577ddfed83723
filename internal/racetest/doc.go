// Package racetest tells tests whether the race detector watches them.
package racetest
