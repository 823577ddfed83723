package gms_test

import "testing"

// A string where a number is wanted is the number that it begins with, clipped to what
// there is room for, with MySQL's warning. The values were compared with MariaDB's, which
// agree but for the words of some warnings.
func TestTextsAsNumbers(t *testing.T) {
	const double, whole = "1292 Truncated incorrect DOUBLE value: ", "1292 Truncated incorrect INTEGER value: "
	testAnswers(t, []answered{
		{"SELECT '7e999' = 1", "0", double + "'7e999'"},
		{"SELECT '-7e999' < 1, 1 < '7e999'", "1 1", double + "'-7e999'; " + double + "'7e999'"},
		{"SELECT '7e999' <=> 7, '7e999' <> 0", "0 1", double + "'7e999'; " + double + "'7e999'"},
		{"SELECT CAST(1 AS DECIMAL(3,1)) > '7e999'", "0", double + "'7e999'"},
		{"SELECT 1 BETWEEN '-7e999' AND 5, '7e999' IN (1, 2), 1 IN ('7e999', 2)", "1 0 0", double + "'-7e999'; " + double + "'7e999'; " + double + "'7e999'"},
		{"SELECT 'x' IN (1.5), '123.456e-2' IN (1.23456), 1.5 IN ('x', '1.50'), '123.45a' IN (123.5, 1)", "0 1 1 0", double + "'x'; " + double + "'x'; " + double + "'123.45a'"},
		{"SELECT '5' = 5, '5.0' = 5, ' 5 ' = 5, 'x' = 'x', '5' = '5.0'", "1 1 1 1 0", ""},
		{"SELECT CONCAT('7e999' + 1), CONCAT('-7e999' - 1), CONCAT(-'12x')", "1.7976931348623157e308 -1.7976931348623157e308 -12", double + "'7e999'; " + double + "'-7e999'; " + double + "'12x'"},
		{"SELECT CONCAT(ABS('-7e999')), CONCAT(FLOOR('0x10')), ROUND(1.5, '0x'), SIGN(' 5 ')", "1.7976931348623157e308 0 2 1", double + "'-7e999'; " + double + "'0x10'; " + whole + "'0x'"},
		{"SELECT IF('7e999', 1, 0), NOT '7e999', '7e999' AND 1, 'x' OR 0, '1' XOR 1", "1 0 1 0 0", double + "'7e999'; " + double + "'7e999'; " + double + "'7e999'; " + double + "'x'"},
		{"SELECT CASE '7e999' WHEN 1 THEN 2 ELSE 3 END, CASE WHEN '2x' THEN 1 END", "3 1", double + "'7e999'; " + double + "'2x'"},
		{"SELECT NULLIF('7e999', 1), NULLIF('1', 1), NULLIF('a', 'a')", "7e999 NULL NULL", double + "'7e999'"},
		{"SELECT INTERVAL('x', 0, 1), INTERVAL('12x', 0, 1)", "1 2", double + "'x'; " + double + "'12x'"},
		{"SELECT CONCAT(SUM('12x'))", "12", double + "'12x'"},
		{"SELECT CONCAT(AVG('1e3x'))", "1000", double + "'1e3x'"},
		{"SELECT INTERVAL(ENABLED, 0, 1), SPACE(ENABLED) FROM performance_schema.setup_consumers WHERE NAME = 'global_instrumentation'", "2  ", ""},
		{"SELECT LEFT('abc', '2x'), SUBSTR('abc', '7e999'), INSERT('abc', 'x', 1, 'y')", "ab  abc", whole + "'2x'; " + whole + "'7e999'; " + whole + "'x'"},
		{"SELECT '7e999' | 1, ~'0x10', BIT_COUNT('7e9')", "7 18446744073709551615 3", whole + "'7e999'; " + whole + "'0x10'; " + whole + "'7e9'"},
		{"SELECT COUNT(*) FROM (SELECT '0.5' AS name UNION SELECT '2') AS t WHERE name < 1 AND name > -1", "1", ""},
		{"SELECT 1 FROM (SELECT 2) AS t WHERE '7e999'", "1", double + "'7e999'"},
		{"SELECT 1 = 1 HAVING '7e999'", "1", double + "'7e999'"},
	})
}

// What functions of dates and times make of strings and numbers.
func TestTemporalArguments(t *testing.T) {
	const wrong, time = "1292 Incorrect datetime value: ", "1292 Truncated incorrect time value: "
	testAnswers(t, []answered{
		{"SELECT YEAR(20240115), MONTH('2024-01-15'), DAYOFYEAR(20240131), WEEKDAY(20240115), QUARTER('x')", "2024 1 31 0 NULL", wrong + "'x'"},
		{"SELECT HOUR('272:59:58'), MINUTE('-10:11:12.25'), SECOND('10:11:12'), MICROSECOND('10:11:12.25'), HOUR('2024-01-15 13:00:00')", "272 11 12 250000 13", ""},
		{"SELECT HOUR('900:00:00'), TIME_TO_SEC('900:00:00'), TIME_TO_SEC('-00:01:00'), TIME_TO_SEC(101112)", "838 3020399 -60 36672", time + "'900:00:00'; " + time + "'900:00:00'"},
		{"SELECT TIMESTAMPDIFF(DAY, 'x', '2024-03-01'), TIMESTAMPDIFF(DAY, 20240115, '2024-03-01')", "NULL 46", wrong + "'x'"},
		{"SELECT TO_DAYS(20240115), TO_SECONDS('2009-11-29 13:43:32'), TO_SECONDS(950501), TO_SECONDS('x')", "739265 63426721412 62966505600 NULL", wrong + "'x'"},
		{"SELECT MAKEDATE(2011, 32), MAKEDATE(70, 1), MAKEDATE(69, 366), MAKEDATE(2011, 0), MAKEDATE(9999, 366), MAKEDATE('2011x', 365)", "2011-02-01 1970-01-01 2070-01-01 NULL NULL 2011-12-31", "1292 Truncated incorrect INTEGER value: '2011x'"},
		{"SELECT MAKETIME(12, 15, 30), MAKETIME(-1, 2, 3.5), MAKETIME(1, 60, 0), MAKETIME(1, 2, 60), MAKETIME(850, 0, 0)", "12:15:30 -01:02:03.5 NULL NULL 838:59:59", time + "'850:00:00'"},
		{"SELECT ADDTIME('2007-12-31 23:59:59.999999', '1 1:1:1.000002'), ADDTIME('01:59:59.999999', '02:00:00.999998'), ADDTIME('10:00:00', '2024-01-01 10:00:00')", "2008-01-02 01:01:01.000001 04:00:00.999997 NULL", ""},
		{"SELECT SUBTIME('2007-12-31 23:59:59.999999', '1 1:1:1.000002'), SUBTIME('01:00:00', '02:00:00'), ADDTIME('838:00:00', '10:00:00')", "2007-12-30 22:58:58.999997 -01:00:00 838:59:59", time + "'848:00:00'"},
		{"SELECT TIMESTAMP('2024-01-01', '10:00:00'), TIMESTAMP('2024-01-01 01:00:00', '1:0:0.500000'), TIMESTAMP('2024-01-01', '-00:00:01'), TIMESTAMP(20240101, 10000), TIMESTAMP(DATE '2024-01-01', TIME '24:00:00')", "2024-01-01 10:00:00 2024-01-01 02:00:00.500000 2023-12-31 23:59:59 2024-01-01 01:00:00 2024-01-02 00:00:00", ""},
		{"SELECT TIMESTAMP(NULL, '1'), TIMESTAMP('2024-01-01', NULL), TIMESTAMP('2024-01-01', '2024-01-01 10:00:00'), TIMESTAMP('2024-01-01')", "NULL NULL NULL 2024-01-01 00:00:00", ""},
		{"SELECT EXTRACT(HOUR FROM '10:11:12'), EXTRACT(MINUTE FROM '10:11:12'), EXTRACT(SECOND FROM 101112), EXTRACT(HOUR FROM '100:11:12'), EXTRACT(HOUR FROM '2024-01-01 10:11:12')", "10 11 12 100 10", ""},
		{"SELECT ADDTIME('9999-12-31 23:59:59', '0:0:1'), ADDTIME(NULL, '1'), SUBTIME('x', '1')", "NULL NULL NULL", "1441 Datetime function: datetime field overflow; " + time + "'x'"},
		{"SELECT FROM_DAYS(730669), FROM_DAYS(365), FROM_DAYS(4000000), FROM_DAYS(99999999999)", "2000-07-03 0000-00-00 0000-00-00 0000-00-00", ""},
		{"SELECT PERIOD_ADD(202401, 11), PERIOD_ADD(7001, -1), PERIOD_ADD(202001, -999999999), PERIOD_DIFF(200802, 200703)", "202412 196912 6148914682903385874 11", ""},
		{"SELECT FROM_UNIXTIME(32536771200), FROM_UNIXTIME(-1), SEC_TO_TIME('12x'), DAYNAME(NULL)", "NULL NULL 00:00:12.000000 NULL", "1292 Truncated incorrect DECIMAL value: '12x'"},
		{"SELECT TIME_FORMAT('100:00:00', '%H %k %h %I %l'), TIME_FORMAT('-25:10:11.5', '%T|%r|%f|%%%p'), DATE_FORMAT(20240115, '%Y-%m')", "100 100 04 04 4 -25:10:11|01:10:11 AM|500000|%AM 2024-01", ""},
	})
}

// Literals of dates and times have their types, and wrong ones are refused.
func TestTemporalLiterals(t *testing.T) {
	testAnswers(t, []answered{
		{"SELECT DATE '2024-01-15' + 0, TIME'10:11:12' + 0, TIMESTAMP '2024-01-15 10:11:12' + 0", "20240115 101112 20240115101112", ""},
		{"SELECT DATE'2024-01-15' + INTERVAL 1 DAY, {d '2024-01-15'} < {ts '2024-01-15 10:00:00'}, {t '10:00:00'}", "2024-01-16 1 10:00:00", ""},
		{"SELECT DATE '2024-02-30'", "Error 1525 (HY000): Incorrect DATE value: '2024-02-30'", ""},
		{"SELECT TIME '25:61:00'", "Error 1525 (HY000): Incorrect TIME value: '25:61:00'", ""},
		{"SELECT TIMESTAMP 'x'", "Error 1525 (HY000): Incorrect DATETIME value: 'x'", ""},
		{"SELECT DATE '2024-01-15 10:00:00'", "Error 1525 (HY000): Incorrect DATE value: '2024-01-15 10:00:00'", ""},
		{"SELECT DATE '20240115', COUNT(*) FROM (SELECT '2024-01-15' AS d) AS t WHERE d = DATE '2024-01-15'", "2024-01-15 1", ""},
	})
}
