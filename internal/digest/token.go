package digest

// token is the number of a lexical symbol. Numbers below 256 are the character
// itself. They are MySQL's numbers, because they go into the hash.
type token = uint16

const (
	tokAll              token = 268
	tokAlter            token = 269
	tokAndAnd           token = 273
	tokAnd              token = 274
	tokAt               token = 280
	tokBetween          token = 288
	tokBinary           token = 290
	tokBoth             token = 301
	tokBy               token = 303
	tokCase             token = 309
	tokCreate           token = 354
	tokDefault          token = 380
	tokDelete           token = 385
	tokDistinct         token = 395
	tokDeallocate       token = 376
	tokDiv              token = 396
	tokDo               token = 398
	tokElse             token = 405
	tokElseIf           token = 406
	tokEnds             token = 410
	tokEqual            token = 415
	tokNullSafeEqual    token = 416
	tokEscape           token = 420
	tokEvery            token = 423
	tokExecute          token = 425
	tokFor              token = 449
	tokFrom             token = 452
	tokGreaterEqual     token = 456
	tokGroup            token = 467
	tokGreater          token = 469
	tokHaving           token = 472
	tokHighPriority     token = 475
	tokIf               token = 485
	tokInsert           token = 496
	tokInterval         token = 500
	tokIn               token = 504
	tokIs               token = 509
	tokArrow            token = 514
	tokKill             token = 519
	tokLessEqual        token = 522
	tokLeading          token = 523
	tokLike             token = 530
	tokLimit            token = 531
	tokLess             token = 549
	tokMod              token = 600
	tokNotEqual         token = 614
	tokNot              token = 622
	tokNull             token = 627
	tokOffset           token = 632
	tokOn               token = 633
	tokPipes            token = 642
	tokOrder            token = 643
	tokConcatPipes      token = 644
	tokOr               token = 645
	tokPrepare          token = 670
	tokRegexp           token = 697
	tokReplace          token = 711
	tokReturn           token = 729
	tokRollup           token = 734
	tokCube             token = 356
	tokPartition        token = 656
	tokSelect           token = 748
	tokSeparator        token = 750
	tokAssign           token = 757
	tokShiftLeft        token = 759
	tokShiftRight       token = 760
	tokSQLBigResult     token = 782
	tokSQLBufferResult  token = 783
	tokSQLCalcFoundRows token = 785
	tokSQLNoCache       token = 786
	tokSQLSmallResult   token = 787
	tokStarts           token = 793
	tokStraightJoin     token = 804
	tokThen             token = 830
	tokTrailing         token = 839
	tokCharset          token = 852 // a character set introducer
	tokUntil            token = 863
	tokUpdate           token = 864
	tokUsing            token = 870
	tokWhen             token = 889
	tokWhere            token = 890
	tokWhile            token = 891
	tokWith             token = 892
	tokWithRollup       token = 894
	tokXor              token = 903
	tokLongArrow        token = 907
	tokSecondaryEngine  token = 980
	tokPrivilegeChecks  token = 991
	tokQualify          token = 1210
	tokAbsent           token = 1223
)

// Tokens that exist only in token arrays.
const (
	tokValue     token = 1100 // a literal
	tokValues    token = 1101 // literals, comma separated
	tokRow1      token = 1102 // one literal in parentheses
	tokRows1     token = 1103
	tokRow       token = 1104 // several literals in parentheses
	tokRows      token = 1105
	tokIdent     token = 1106 // followed by length and bytes
	tokIdentAt   token = 1107 // the same, left of an @ in a hint
	tokHintOpen  token = 1108
	tokHintClose token = 1109
	tokInRow     token = 1110 // IN and a row of literals
	tokColumn    token = 1111 // a column's number, followed by its value
	tokNone      token = 1112 // stands for no token

	tokLimitNumber = 1280 // above every number

	tokName token = 0xfffe // what is no SQL, with length and bytes; not MySQL's
)

// startsExpr holds the tokens behind which + and - are signs. This is MySQL 9.7's
// set.
var startsExpr = tokenSet('(', ',', '|', '&', '+', '-', '*', '/', '%', '^',
	tokEvery, tokAt, tokStarts, tokEnds, tokDefault, tokReturn, tokIf, tokElseIf,
	tokCase, tokWhen, tokWhile, tokUntil, tokSelect, tokOr, tokPipes, tokConcatPipes,
	tokXor, tokAnd, tokAndAnd, tokNot, tokBetween, tokLike, tokRegexp, tokShiftLeft,
	tokShiftRight, tokInterval, tokDiv, tokMod, tokEqual, tokNullSafeEqual, tokLess,
	tokLessEqual, tokGreater, tokGreaterEqual, tokNotEqual, tokThen, tokElse)

// wantsOperand holds further tokens behind which NULL is a value.
var wantsOperand = tokenSet('=', '!', '~', tokEqual, tokNullSafeEqual, tokLess,
	tokLessEqual, tokGreater, tokGreaterEqual, tokNotEqual, tokAssign, tokWhere,
	tokHaving, tokOn, tokThen, tokElse, tokDistinct, tokAll, tokBy, tokOffset, tokLimit,
	tokDo, tokUsing, tokEscape, tokFrom, tokFor, tokBinary, tokSeparator, tokKill,
	tokQualify, tokLeading, tokTrailing, tokBoth, tokHighPriority, tokStraightJoin,
	tokSQLCalcFoundRows, tokSQLNoCache, tokSQLBigResult, tokSQLSmallResult,
	tokSQLBufferResult, tokHintClose)

func tokenSet(list ...token) *[tokLimitNumber]bool {
	set := new([tokLimitNumber]bool)
	for _, t := range list {
		set[t] = true
	}
	return set
}
