package inspection

import (
	"encoding/binary"
	"math/bits"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// mostPadding is how many values the last run of a page may have more than the page:
// writers fill up groups of eight, and some of them 64 groups.
const mostPadding = 8 * 64

// bitsOf is how many bits a level takes that is at most so high.
func bitsOf(most int) int { return bits.Len(uint(most)) } //nolint:gosec // not negative

// checkRuns says whether runs of equal and of packed values are of so many values:
// parquet-go makes room for as many as each run states.
func checkRuns(data []byte, width int, values int64) error {
	for seen := uint64(0); len(data) > 0; {
		head, n := binary.Uvarint(data)
		if n <= 0 {
			return damagedf("a run of values")
		}
		data = data[n:]
		count, size := head>>1, uint64((width+7)/8) //nolint:gosec // 0 to 4
		if head&1 != 0 {
			if count > mostValues {
				return damagedf("%d groups of values", count)
			}
			size = count * uint64(width) //nolint:gosec // 0 to 32
			count *= 8
		}
		if seen += count; count > mostValues+mostPadding || seen > uint64(values)+mostPadding { //nolint:gosec // not negative
			return damagedf("a run of %d values of %d", count, values)
		}
		data = data[min(size, uint64(len(data))):]
	}
	return nil
}

// data checks the values of a page that are not NULL, where there are at most so many.
func (k *checker) data(data []byte, values int64, e format.Encoding) error {
	switch e {
	case format.PlainDictionary, format.RLEDictionary: //nolint:staticcheck // files of older writers have the first
		if len(data) == 0 {
			return nil
		}
		if data[0] > 32 {
			return damagedf("values of %d bits", data[0])
		}
		return checkRuns(data[1:], int(data[0]), values)
	case format.RLE:
		runs, _, err := prefixed(data)
		if err != nil {
			return err
		}
		return checkRuns(runs, 1, values)
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray:
		return checkDelta(data, values)
	case format.Plain, format.ByteStreamSplit:
		return k.plain(data, values, e)
	}
	return damagedf("values are encoded by %v, which is not read", e)
}

// plain checks values that stand there as they are. Texts may be of no bytes but for their
// lengths; a page of version 1 states NULLs among its values.
func (k *checker) plain(data []byte, values int64, e format.Encoding) error {
	switch t := k.column.Type(); t.Kind() {
	case parquet.FixedLenByteArray:
		if n := int64(t.Length()); n <= 0 || n > mostPage || values > mostPage/n {
			return damagedf("%d values of %d bytes", values, n)
		}
	case parquet.ByteArray:
		if e == format.ByteStreamSplit {
			return damagedf("values are encoded by %v, which is not read", e)
		}
	}
	return nil
}

// checkDelta returns an error if the header of differences states more than values.
func checkDelta(data []byte, values int64) error {
	var head [3]uint64 // the size of a block, its parts, the values
	for i := range head {
		v, n := binary.Uvarint(data)
		if n <= 0 {
			if i == 0 && len(data) == 0 && values == 0 {
				return nil
			}
			return damagedf("the header of differences")
		}
		head[i], data = v, data[n:]
	}
	if head[0] == 0 || head[0] > 65536 || head[1] == 0 || head[1] > head[0] || head[2] > uint64(values) { //nolint:gosec // not negative
		return damagedf("%d differences of %d values", head[2], values)
	}
	return nil
}
