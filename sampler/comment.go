package sampler

import (
	"github.com/perfschema/perfschema/snowset"
)

// resourceComments says what the columns of resources hold.
var resourceComments = map[snowset.Resource]string{
	snowset.ResourceIdle:                 "Time of cores the query might use, perServerCores, and had nothing for: half of all times of a query that uses one of two, which lost no time by it",
	snowset.ResourceCPU:                  "Time on a CPU, without what profOs has",
	snowset.ResourcePersistentReadCache:  "Time waiting to read stored data from a local disk",
	snowset.ResourcePersistentWriteCache: "Time waiting to write stored data to a local disk",
	snowset.ResourcePersistentReadS3:     "Time waiting to read stored data from remote storage",
	snowset.ResourcePersistentWriteS3:    "Time waiting to write stored data to remote storage",
	snowset.ResourceIntDataReadLocalSSD:  "Time waiting to read intermediate data from a local disk",
	snowset.ResourceIntDataWriteLocalSSD: "Time waiting to write intermediate data to a local disk",
	snowset.ResourceIntDataReadS3:        "Time waiting to read intermediate data from remote storage",
	snowset.ResourceIntDataWriteS3:       "Time waiting to write intermediate data to remote storage",
	snowset.ResourceRemoteExtRead:        "Time waiting to read from other systems",
	snowset.ResourceRemoteExtWrite:       "Time waiting to write to other systems",
	snowset.ResourceResWriteS3:           "Time waiting to hand over the result",
	snowset.ResourceFsMeta:               "Time waiting for files to be opened, closed, named, looked up",
	snowset.ResourceDataExchangeNet:      "Time waiting for the network",
	snowset.ResourceDataExchangeMsg:      "Time waiting for messages between the workers of the query",
	snowset.ResourceControlPlaneMsg:      "Time waiting for messages with what governs the server",
	snowset.ResourceOs:                   "Part of the time on a CPU that was the operating system's; NULL where it was not measured, and part of profCpu then",
	snowset.ResourceMutex:                "Time waiting for locks, and for what else other threads had to let go",
	snowset.ResourceSetup:                "Time on a CPU before execution",
	snowset.ResourceSetupMesh:            "Time connecting workers",
	snowset.ResourceTeardown:             "Time on a CPU after execution",
}

// operatorComments says what the operators do.
var operatorComments = map[snowset.Operator]string{
	snowset.OperatorScan:          "read tables",
	snowset.OperatorExternalScan:  "read what is no table of the server's",
	snowset.OperatorProjection:    "compute columns",
	snowset.OperatorSort:          "sort",
	snowset.OperatorFilter:        "drop rows",
	snowset.OperatorResult:        "hand rows to the client",
	snowset.OperatorDML:           "write rows",
	snowset.OperatorHashJoin:      "join by equality",
	snowset.OperatorBuffer:        "keep rows for later",
	snowset.OperatorFlatten:       "make rows of what a row holds",
	snowset.OperatorBloom:         "drop rows by a Bloom filter",
	snowset.OperatorAggregate:     "group",
	snowset.OperatorBandJoin:      "join by a range",
	snowset.OperatorPercentile:    "compute percentiles",
	snowset.OperatorTableFunction: "give the rows of a function",
	snowset.OperatorOther:         "do anything else",
}
