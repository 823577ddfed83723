package inspection

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// errCodec: how a file is compressed is none of what is read.
var errCodec = errors.New("files that are compressed so are not read")

// decoder decompresses pages into the room that it is given.
var decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(2), zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderMaxMemory(mostPage))
})

// decompress returns what a page has, until the next one is decompressed; it is of the size
// that the page's header states. The size is believed only as far as the compressed bytes
// can give it.
func (k *checker) decompress(data []byte, size int64) ([]byte, error) {
	most := int64(len(data))
	switch k.codec {
	case format.Snappy:
		most = 32*most + 64
	case format.Gzip:
		most = 1040*most + 64
	case format.Lz4Raw:
		most = 256*most + 64
	case format.Zstd:
		most = mostOfZstd(data)
	case format.Brotli:
		most = mostPage // it is read by and by
	}
	if size > most {
		return nil, damagedf("a page of %d bytes out of %d", size, len(data))
	}
	out, err := k.decode(data, int(size))
	if err != nil && !errors.Is(err, errCodec) {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if err == nil && int64(len(out)) != size {
		err = damagedf("a page of %d bytes, not of %d", len(out), size)
	}
	return out, err
}

func (k *checker) decode(data []byte, size int) ([]byte, error) {
	switch k.codec {
	case format.Uncompressed:
		return data, nil
	case format.Zstd:
		d, err := decoder()
		if err != nil {
			return nil, err
		}
		return d.DecodeAll(data, grown(k.room, size)[:0:size])
	case format.Snappy:
		if n, err := snappy.DecodedLen(data); err != nil || n != size {
			return nil, damagedf("a page of %d bytes, not of %d", n, size)
		}
		return snappy.Decode(grown(k.room, size), data)
	case format.Lz4Raw:
		room := grown(k.room, size)
		n, err := lz4.UncompressBlock(data, room)
		if err != nil {
			return nil, err
		}
		return room[:n], nil
	case format.Gzip:
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		return k.readAll(r, size)
	case format.Brotli:
		return k.readAll(brotli.NewReader(bytes.NewReader(data)), size)
	}
	return nil, fmt.Errorf("%w: %v", errCodec, k.codec)
}

// readAll reads at most one byte more than the size.
func (k *checker) readAll(r io.Reader, size int) ([]byte, error) {
	b := bytes.NewBuffer((*k.room)[:0])
	_, err := io.Copy(b, io.LimitReader(r, int64(size)+1))
	*k.room = b.Bytes()
	return *k.room, err
}

// blockOfZstd is the most that a block of zstd's has, in bytes that are not compressed.
const blockOfZstd = 128 << 10

// mostOfZstd is the most that the blocks of frames of zstd's can have; what follows upon
// something else is not counted.
func mostOfZstd(data []byte) (most int64) {
	for {
		var h zstd.Header
		if h.Decode(data) != nil || h.HeaderSize > len(data) {
			return most
		}
		data = data[h.HeaderSize:]
		if h.Skippable {
			if uint64(h.SkippableSize) > uint64(len(data)) {
				return most
			}
			data = data[h.SkippableSize:]
			continue
		}
		for last := false; !last; {
			if len(data) < 3 {
				return most
			}
			head := uint32(data[0]) | uint32(data[1])<<8 | uint32(data[2])<<16
			size, kind := int(head>>3), head>>1&3
			last, data = head&1 != 0, data[3:]
			switch kind {
			case 0: // as it is
				most += int64(size)
			case 1: // a byte, so many times
				most, size = most+int64(size), 1
			default:
				most += blockOfZstd
			}
			if size > len(data) {
				return most
			}
			data = data[size:]
		}
		if h.HasCheckSum {
			if len(data) < 4 {
				return most
			}
			data = data[4:]
		}
	}
}

// prefixed returns the bytes behind their length, of four bytes, and the rest.
func prefixed(data []byte) (b, rest []byte, err error) {
	if len(data) < 4 {
		return nil, nil, damagedf("a page that ends within a length")
	}
	n := uint64(binary.LittleEndian.Uint32(data))
	if data = data[4:]; n > uint64(len(data)) {
		return nil, nil, damagedf("%d bytes in a page of %d", n, len(data))
	}
	return data[:n], data[n:], nil
}
