-- Variables of the session whose names have dots in them, as those of the schema sys.
SELECT @sys.debug, IFNULL(@sys.debug, 'none') AS debug;
SET @sys.debug = IFNULL(@sys.debug, sys.sys_get_config('debug', 'OFF'));
SELECT @sys.debug, @`sys.debug` AS quoted;
SET @sys.statement_truncate_len = 32;
SELECT sys.format_statement('SELECT variable, value, set_time, set_by FROM sys_config') AS text;
SET @sys.statement_truncate_len = NULL;
-- Parts that are keywords, and more than two of them.
SET @sys.statement_performance_analyzer.view = 'shop.mine', @a.b.c.table = 4;
SELECT @sys.statement_performance_analyzer.view AS view, @a.b.c.table + 1 AS sum, @a.select;
SET @`x.y` = 5;
SELECT @x.y, (SELECT @x.y + n FROM (SELECT 1 AS n) AS t WHERE @x.y = 5) AS sum;
SELECT 7, 8 INTO @p.q, @`p.r`;
SELECT @p.q, @p.r, @p.s := 9 AS given;
SELECT @p.s;
-- Of no variable.
SELECT a.b FROM (SELECT 'me@here.org' AS b) AS a;
