-- Texts that are read in MySQL's way: comments, dashes, slashes and backslashes.
-- Comments of a version that the server has are run, in other forms too; those of later ones are not.
SELECT 1 /*!80000 + 1 */ AS run, 1 /*!99999 + 1 */ AS later;
SELECT 1 /*!080000 + 1 */ AS run, 1 /*!999999 + 1 */ AS later, CONCAT('a' /*!80000 , 'b' */) AS quoted;
-- MariaDB's are not.
SELECT 1 /*M! + 2 */ AS n, 1 /*M!100100 + 2 */ AS m;
-- Two dashes begin a comment before a blank, two slashes begin none.
SELECT 1--1 AS n -- the rest
;
SELECT 4 //2 AS n;
-- A backslash stays before what LIKE knows.
SELECT 'a\_b' AS t, LENGTH('a\%b') AS n, 'a_b' LIKE 'a\_b' AS same, 'axb' LIKE 'a\_b' AS other;
-- And is one where it escapes nothing.
SET sql_mode = 'NO_BACKSLASH_ESCAPES';
SELECT 'a\' AS t, LENGTH('\\') AS n;
