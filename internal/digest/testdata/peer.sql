select 1
select 'a', "b", 1, 1.5e-3, .5
select 1+-2, 1*-1, 1-1
select a from t where c between -1 and -2
select case -1 when -2 then 3 else 4 end
update t set a = 1 where b = 2
select a from t where a in (1,2,3) or a not in (4,5)
select a from t where a in (1, b, 2, 3)
select a from t where (a, b) in ((1,2),(3,4))
select a from t where (a, b) in ((1,2))
insert into t values (1,2,3)
insert into t values (1,2,3),(4,5,6),(7,8,9)
insert into t (a) values (1)
insert into t (a) values (1),(2)
insert into t values (null,1,2),(null,null,null)
insert into t values (1,length(now()),2),(3,length(now()),4)
insert into t values (default,1,2)
insert into t (a,b) values (1,2) on duplicate key update a = values(a)
select 1,2,3,a,4,5,6 from t
select (1), ((1)), ((1)+(2)), row(1,2) = row(3,4)
select concat('a'), concat('a','b'), concat('a', b, 'c', 'd') from t
select a from t limit 5, 6
select a from t limit 5 offset 6
select null, 1 = null, not null, coalesce(null, a) from t
select a from t where a is null and b is not null
update t set a = null, b = if(c, null, b) where a is null
create table n1 (a int null, b int not null, c int default null)
alter table n1 add d decimal(10,2) not null default 0
select `a`, b from `d`.`t`
select t.a, d.t.b, t.* from t
select a as status, b as type from t
select @a, @`b`, @'c'
set @a = 1, @b := @a + 1
select @@version, @@session.sql_mode, @@global.max_connections
create user y@localhost identified by 'secret'
grant select on d.* to 'y'@'localhost'
select distinct a from t where a = any (select a from u)
select database(), user(), session_user(), current_user()
show databases
show columns from t
describe t
select current_timestamp, localtime(), now(6), current_date, curdate()
select substr(a, 1), mid(a, 1, 2), substring(a, 1) from t
select std(a), stddev(a), stddev_samp(a), variance(a), var_samp(a) from t
select year(now()), month(now()), week(now()), day(now()), hour(now()), minute(now())
select now() - interval -1 day
select count(*), max(a), min(b), sum(c), group_concat(a separator ',') from t
select a<b, a<=b, a>b, a>=b, a<>b, a!=b, a<=>b, a=b from t
select a&b, a|b, a^b, ~a, a<<b, a>>b, a&&b, a||b, !a, not a from t
select a+b, a-b, a*b, a/b, a%b, a mod b, a div b from t
select a regexp 'x', b rlike 'y' from t
select /*! 1 + */ 2
select 1 /* , 'x' */ + 2
select row_number() over (partition by a order by b), lag(a, 1) over w from t window w as (order by a)
with x as (select 1 as a) select * from x union all select 2
delete from t where a > 5
delete t from t join u on t.a = u.a
create view v as select a from t where a = 1
explain select a from t where a = 1
show global status like 'Threads%'
start transaction
commit
prepare s from 'select 1'
deallocate prepare s
kill 999999
select cast(a as char), cast(a as signed), convert('a' using utf8mb4), binary 'a' from t
