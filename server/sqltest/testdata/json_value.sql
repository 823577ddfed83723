-- JSON_VALUE() gives a text without its quotes, and what it returns is cast from that.
-- told
CREATE DATABASE d;
USE d;
CREATE TABLE j (doc JSON, t TEXT);
INSERT INTO j VALUES ('{"a":"2024-01-02 10:11:12"}', '{"a":"12"}');
SELECT JSON_VALUE(doc, '$.a'), JSON_VALUE(doc, '$.a' RETURNING DATE), JSON_VALUE(doc, '$.a' RETURNING DATETIME), JSON_VALUE(doc, '$.a' RETURNING TIME) FROM j;
SELECT JSON_VALUE(t, '$.a'), JSON_VALUE(t, '$.a' RETURNING SIGNED), JSON_VALUE(t, '$.a' RETURNING CHAR(1)), JSON_VALUE(t, '$.a' RETURNING JSON) FROM j;
SELECT JSON_VALUE('{"a":null}', '$.a') a, JSON_VALUE('{"a":"null"}', '$.a') b, JSON_VALUE('{"a":"x\\"y"}', '$.a') c, JSON_VALUE('{"a":[1,"b"]}', '$.a') d, JSON_VALUE('{"a":true}', '$.a') e, JSON_VALUE('{"a":1}', '$.b') f;
DROP DATABASE d;
