-- CURRENT_USER() in a program is the account that it runs for.

CREATE DATABASE shop;
CREATE TABLE shop.log (id INT PRIMARY KEY, who VARCHAR(60), own VARCHAR(60));
CREATE USER ann, ben;
GRANT EXECUTE, INSERT, SELECT ON shop.* TO ann;
GRANT EXECUTE, INSERT, SELECT, CREATE ROUTINE, TRIGGER ON shop.* TO ben;
CREATE PROCEDURE shop.own() SELECT CURRENT_USER(), CURRENT_USER, USER();
CREATE PROCEDURE shop.callers() SQL SECURITY INVOKER SELECT CURRENT_USER(), USER();
CREATE PROCEDURE shop.within() CALL shop.callers();
CREATE PROCEDURE shop.around() SQL SECURITY INVOKER BEGIN DECLARE v VARCHAR(60) DEFAULT shop.f(); SELECT v, CURRENT_USER(); END;
CREATE FUNCTION shop.f() RETURNS VARCHAR(60) DETERMINISTIC RETURN CURRENT_USER();
CREATE FUNCTION shop.g() RETURNS VARCHAR(60) DETERMINISTIC SQL SECURITY INVOKER RETURN CURRENT_USER();
CREATE FUNCTION shop.h() RETURNS VARCHAR(60) DETERMINISTIC RETURN CONCAT(shop.g(), ' ', CURRENT_USER());
CREATE TRIGGER shop.t BEFORE INSERT ON shop.log FOR EACH ROW SET NEW.own = CURRENT_USER();

CREATE PROCEDURE shop.everywhere() BEGIN DECLARE v, w VARCHAR(60) DEFAULT CURRENT_USER(); DECLARE c CURSOR FOR SELECT CURRENT_USER(); DECLARE EXIT HANDLER FOR SQLSTATE '45000' SELECT v, w, @u, @i, CURRENT_USER() AS handler; OPEN c; FETCH c INTO w; CLOSE c; SET @u = CURRENT_USER(); IF CURRENT_USER() = 'root@localhost' THEN SET @i = 'its'; END IF; SIGNAL SQLSTATE '45000'; END;

-- connection ann ann
CALL shop.own();
CALL shop.callers();
CALL shop.within();
CALL shop.around();
CALL shop.everywhere();
SELECT CURRENT_USER(), shop.f(), shop.g(), shop.h(), CURRENT_USER();
INSERT INTO shop.log (id, who) VALUES (1, CURRENT_USER());
SELECT * FROM shop.log;
CALL shop.nothing();
SELECT CURRENT_USER();

-- connection ben ben
CREATE PROCEDURE shop.bens() SELECT CURRENT_USER(), shop.f(), shop.g();
-- connection ann ann
CALL shop.bens();
SELECT CURRENT_USER();
-- connection root root
CALL shop.bens();
CALL shop.callers();
DROP USER ben;
-- connection ann ann
CALL shop.bens();
SELECT CURRENT_USER(), shop.g();
-- connection root root
DROP USER ann;
