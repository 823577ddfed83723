package sqlerr

// warningStates are the SQLSTATEs of what a statement that does not fail may warn of,
// but for the general one.
var warningStates = map[int]string{
	1048: StateDuplicate, 1050: "42S01", 1051: "42S02", 1060: "42S21", 1061: StateAccess, 1062: StateDuplicate, 1091: StateAccess, 1146: "42S02",
	1242: StateCardinality, 1261: stateDataTruncated, 1262: stateDataTruncated, 1263: "22004", 1264: stateRange, ERDataTruncated: stateDataTruncated,
	1292: stateDatetime, 1305: StateAccess, 1365: "22012", 1406: "22001", 1441: "22008", 1451: StateDuplicate, 1452: StateDuplicate, 1690: stateRange, 3156: "22018",
}

// StateOfWarning is the SQLSTATE of a warning.
func StateOfWarning(number int) string {
	if state, ok := warningStates[number]; ok {
		return state
	}
	return StateGeneral
}
