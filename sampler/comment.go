package sampler

import "github.com/perfschema/perfschema"

// resourceComments says what the columns of resources hold.
var resourceComments = map[perfschema.Resource]string{
	perfschema.ResourceIdle:                 "Time of cores the query might use, perServerCores, and had nothing for: half of all times of a query that uses one of two, which lost no time by it",
	perfschema.ResourceCPU:                  "Time on a CPU, without what profOs has",
	perfschema.ResourcePersistentReadCache:  "Time waiting to read stored data from a local disk",
	perfschema.ResourcePersistentWriteCache: "Time waiting to write stored data to a local disk",
	perfschema.ResourcePersistentReadS3:     "Time waiting to read stored data from remote storage",
	perfschema.ResourcePersistentWriteS3:    "Time waiting to write stored data to remote storage",
	perfschema.ResourceIntDataReadLocalSSD:  "Time waiting to read intermediate data from a local disk",
	perfschema.ResourceIntDataWriteLocalSSD: "Time waiting to write intermediate data to a local disk",
	perfschema.ResourceIntDataReadS3:        "Time waiting to read intermediate data from remote storage",
	perfschema.ResourceIntDataWriteS3:       "Time waiting to write intermediate data to remote storage",
	perfschema.ResourceRemoteExtRead:        "Time waiting to read from other systems",
	perfschema.ResourceRemoteExtWrite:       "Time waiting to write to other systems",
	perfschema.ResourceResWriteS3:           "Time waiting to hand over the result",
	perfschema.ResourceFsMeta:               "Time waiting for files to be opened, closed, named, looked up",
	perfschema.ResourceDataExchangeNet:      "Time waiting for the network",
	perfschema.ResourceDataExchangeMsg:      "Time waiting for messages between the workers of the query",
	perfschema.ResourceControlPlaneMsg:      "Time waiting for messages with what governs the server",
	perfschema.ResourceOs:                   "Part of the time on a CPU that was the operating system's; NULL where it was not measured, and part of profCpu then",
	perfschema.ResourceMutex:                "Time waiting for locks, and for what else other threads had to let go",
	perfschema.ResourceSetup:                "Time before execution, whatever was used or waited for",
	perfschema.ResourceSetupMesh:            "Time connecting workers",
	perfschema.ResourceTeardown:             "Time after execution, whatever was used or waited for",
}

// operatorComments says what the operators do.
var operatorComments = map[perfschema.Operator]string{
	perfschema.OperatorScan:          "read tables",
	perfschema.OperatorExternalScan:  "read what is no table of the server's",
	perfschema.OperatorProjection:    "compute columns",
	perfschema.OperatorSort:          "sort",
	perfschema.OperatorFilter:        "drop rows",
	perfschema.OperatorResult:        "hand rows to the client",
	perfschema.OperatorDML:           "write rows",
	perfschema.OperatorHashJoin:      "join by equality",
	perfschema.OperatorBuffer:        "keep rows for later",
	perfschema.OperatorFlatten:       "make rows of what a row holds",
	perfschema.OperatorBloom:         "drop rows by a Bloom filter",
	perfschema.OperatorAggregate:     "group",
	perfschema.OperatorBandJoin:      "join by a range",
	perfschema.OperatorPercentile:    "compute percentiles",
	perfschema.OperatorTableFunction: "give the rows of a function",
	perfschema.OperatorOther:         "do anything else",
}
