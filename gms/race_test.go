package gms

import "github.com/perfschema/perfschema/internal/heaptest"

// RaceDetector says whether the tests run under it.
const RaceDetector = heaptest.RaceDetector
