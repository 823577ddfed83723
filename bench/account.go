package main

import (
	"fmt"
	"slices"
)

// account is what a server says its own functions take of its CPU time under a workload.
type account struct {
	share    ownShare
	order    []string // of the features
	features featureShares
}

// alwaysSampling has a server sample its own cost all the time. What that takes is in no ratio: the
// accounts are of servers of their own.
const alwaysSampling = "--profiling-overhead-sampling=100"

// accounts runs a server of each of our variants, one after the other, and returns its accounts of the
// workloads; nil if the contest shows none.
func (c contest) accounts(binary string, o options) ([][]account, error) {
	if !c.shares {
		return nil, nil
	}
	all := make([][]account, len(c.variants))
	for n, v := range c.variants {
		if v.program != perfschema {
			continue
		}
		v.flags = append(slices.Clone(v.flags), alwaysSampling)
		s, err := c.started(binary, v, o.threads)
		if err != nil {
			return nil, err
		}
		all[n], err = s.accounts(c.workloads, o)
		s.stop()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.name, err)
		}
	}
	return all, nil
}

// accounts runs each workload as often as all starts together, and once before to warm up.
func (s *server) accounts(workloads []string, o options) (out []account, err error) {
	for _, w := range workloads {
		for r := range o.starts*o.rounds + 1 {
			if r == 1 {
				if err := s.restartShare(); err != nil {
					return nil, err
				}
			}
			if _, err := s.load(w, o.length, o.threads); err != nil {
				return nil, fmt.Errorf("%s: %w", w, err)
			}
		}
		var a account
		if a.share, err = s.share(); err != nil {
			return nil, err
		}
		if a.order, a.features, err = s.features(); err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// byFeature is a table of what the features of our servers have taken of a workload.
func (c contest) byFeature(accounts [][]account, n int, workload string) string {
	var order, names []string
	var shares []featureShares
	for i, v := range c.variants {
		if accounts[i] != nil {
			a := accounts[i][n]
			order, names, shares = a.order, append(names, v.name), append(shares, a.features)
		}
	}
	return featureTable(workload, order, names, shares)
}
