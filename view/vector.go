package view

// Vector is the values of a column, one a row.
type Vector struct {
	// Numbers are those of a column of numbers: of bigint and int; of bigint unsigned, and of
	// double, the bits; of decimal(20,6) millionths; of timestamp(6) nanoseconds since 1970.
	// Where a row is NULL it is 0.
	Numbers []int64
	// Texts are those of any other column.
	Texts []string
	// Known says of each row that it is not NULL. Where it is empty, all are.
	Known []bool
}
