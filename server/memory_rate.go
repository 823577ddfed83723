package server

import _ "github.com/perfschema/perfschema/server/internal/samplerate" // for profiling.memory_reconciliation
