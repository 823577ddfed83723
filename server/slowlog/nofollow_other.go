//go:build !unix

package slowlog

const noFollow = 0
