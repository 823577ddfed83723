package main

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/google/pprof/profile"
)

// goroutines counts those of the server by the function that each began with. Left out
// are those that serve HTTP, and thus whoever asks this.
//
// It is not asked for in SQL: how many goroutines work for the statement that asks
// depends on which of them runs first.
func (p *process) goroutines() (map[string]int, error) {
	resp, err := http.Get("http://" + p.httpAddr + "/debug/pprof/goroutine")
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	prof, err := profile.Parse(resp.Body)
	if err != nil {
		return nil, fmt.Errorf("the profile of goroutines (HTTP status %s): %w", resp.Status, err)
	}
	began := make(map[string]int)
	for _, s := range prof.Sample {
		var frames []string // the innermost first
		for _, at := range s.Location {
			for _, line := range at.Line {
				frames = append(frames, line.Function.Name)
			}
		}
		if len(frames) > 0 && !servesHTTP(frames) {
			began[frames[len(frames)-1]] += int(s.Value[0])
		}
	}
	return began, nil
}

func servesHTTP(frames []string) bool {
	for _, f := range frames {
		if strings.HasPrefix(f, "net/http.") {
			return true
		}
	}
	return false
}
