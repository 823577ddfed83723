-- tool: Metabase, cumulative sums and counts
-- version: as of 0.50, whose change 40752 says what it asks
-- asks: the query builder's cumulative sum and count, by a column and by a month

USE shop;
-- has: sum=1+
SELECT `source`.`name` AS `name`, SUM(SUM(`source`.`total`)) OVER (ORDER BY `source`.`name` ASC ROWS UNBOUNDED PRECEDING) AS `sum` FROM (SELECT `orders`.`name` AS `name`, `orders`.`total` AS `total` FROM `orders`) AS `source` GROUP BY `source`.`name` ORDER BY `source`.`name` ASC;
-- has: count=1+
SELECT STR_TO_DATE(CONCAT(DATE_FORMAT(`orders`.`made`, '%Y-%m'), '-01'), '%Y-%m-%d') AS `made`, SUM(COUNT(*)) OVER (ORDER BY STR_TO_DATE(CONCAT(DATE_FORMAT(`orders`.`made`, '%Y-%m'), '-01'), '%Y-%m-%d') ASC ROWS UNBOUNDED PRECEDING) AS `count` FROM `orders` GROUP BY STR_TO_DATE(CONCAT(DATE_FORMAT(`orders`.`made`, '%Y-%m'), '-01'), '%Y-%m-%d') ORDER BY STR_TO_DATE(CONCAT(DATE_FORMAT(`orders`.`made`, '%Y-%m'), '-01'), '%Y-%m-%d') ASC;
