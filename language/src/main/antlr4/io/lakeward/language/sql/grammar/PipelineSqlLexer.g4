// Tokens of Spark SQL, as far as the shell of a pipeline statement and the search for its end need
// them. Operators stay single characters: queries are kept as text.
lexer grammar PipelineSqlLexer;

options { caseInsensitive = true; }

SEMICOLON : ';';
LEFT_PAREN : '(';
RIGHT_PAREN : ')';
LEFT_BRACKET : '[';
RIGHT_BRACKET : ']';
COMMA : ',';
DOT : '.';
EQ : '==' | '=';
LT : '<';
GT : '>';
MINUS : '-';
CONCAT : '||';
CAST : '::';
COLON : ':';

ACTION : 'ACTION';
ALWAYS : 'ALWAYS';
AS : 'AS';
AT : 'AT';
AUTO : 'AUTO';
BY : 'BY';
CASCADE : 'CASCADE';
CATALOG : 'CATALOG';
CDC : 'CDC';
CHECK : 'CHECK';
CLUSTER : 'CLUSTER';
COLLATE : 'COLLATE';
COLLATION : 'COLLATION';
COLUMNS : 'COLUMNS';
COMMENT : 'COMMENT';
CONSTRAINT : 'CONSTRAINT';
CONSTRAINTS : 'CONSTRAINTS';
CONTAINS : 'CONTAINS';
CREATE : 'CREATE';
CRON : 'CRON';
DATABASE : 'DATABASE';
DEFAULT : 'DEFAULT';
DEFERRABLE : 'DEFERRABLE';
DEFERRED : 'DEFERRED';
DELETE : 'DELETE';
DETERMINISTIC : 'DETERMINISTIC';
DROP : 'DROP';
ENFORCED : 'ENFORCED';
EVERY : 'EVERY';
EXISTS : 'EXISTS';
EXPECT : 'EXPECT';
FAIL : 'FAIL';
FALSE : 'FALSE';
FILTER : 'FILTER';
FLOW : 'FLOW';
FOREIGN : 'FOREIGN';
FROM : 'FROM';
FULL : 'FULL';
FUNCTION : 'FUNCTION';
GENERATED : 'GENERATED';
IDENTIFIER_OF : 'IDENTIFIER';
IDENTITY : 'IDENTITY';
IF : 'IF';
INCREMENTAL : 'INCREMENTAL';
INITIALLY : 'INITIALLY';
INSERT : 'INSERT';
INTERVAL : 'INTERVAL';
INTO : 'INTO';
KEY : 'KEY';
LANGUAGE : 'LANGUAGE';
LIVE : 'LIVE';
LOCATION : 'LOCATION';
MASK : 'MASK';
MATCH : 'MATCH';
MATERIALIZED : 'MATERIALIZED';
MOST : 'MOST';
NAME : 'NAME';
NO : 'NO';
NONE : 'NONE';
NORELY : 'NORELY';
NOT : 'NOT';
NULL : 'NULL';
ON : 'ON';
ONCE : 'ONCE';
OPTIONS : 'OPTIONS';
OR : 'OR';
PARTITIONED : 'PARTITIONED';
POLICY : 'POLICY';
PRIMARY : 'PRIMARY';
PRIVATE : 'PRIVATE';
READS : 'READS';
REFERENCES : 'REFERENCES';
REFRESH : 'REFRESH';
QUARANTINE : 'QUARANTINE';
RELY : 'RELY';
REPLACE : 'REPLACE';
RETURN : 'RETURN';
RETURNS : 'RETURNS';
ROW : 'ROW';
SCHEDULE : 'SCHEDULE';
SCHEMA : 'SCHEMA';
SELECT : 'SELECT';
SET : 'SET';
STREAMING : 'STREAMING';
TABLE : 'TABLE';
TBLPROPERTIES : 'TBLPROPERTIES';
TEMP : 'TEMP';
TEMPORARY : 'TEMPORARY';
TIME : 'TIME';
TO : 'TO';
TRIGGER : 'TRIGGER';
TRUE : 'TRUE';
UNIQUE : 'UNIQUE';
UPDATE : 'UPDATE';
USE : 'USE';
USING : 'USING';
VALUES : 'VALUES';
VIEW : 'VIEW';
VIOLATION : 'VIOLATION';
WITH : 'WITH';
ZONE : 'ZONE';

STRING
  : '\'' ( ~['\\] | '\\' . | '\'\'' )* '\''
  | '"' ( ~["\\] | '\\' . | '""' )* '"'
  | 'R\'' ~'\''* '\''
  | 'R"' ~'"'* '"'
  | '$$' .*? '$$'
  ;

// Longest match lets a closed string win over these.
UNCLOSED_STRING
  : '\'' ( ~['\\] | '\\' . | '\'\'' )*
  | '"' ( ~["\\] | '\\' . | '""' )*
  ;

BACKQUOTED : '`' ( ~'`' | '``' )* '`';
UNCLOSED_BACKQUOTE : '`' ( ~'`' | '``' )*;

NUMBER : [0-9]+ ( '.' [0-9]+ )?;
IDENTIFIER : [0-9]* [A-Z_] [A-Z0-9_]*;

LINE_COMMENT : '--' ( '\\\n' | ~[\r\n] )* -> channel(HIDDEN);
// May end at the end of the text, so that an unclosed comment is one token and can be told.
BLOCK_COMMENT : '/*' ( BLOCK_COMMENT | . )*? ( '*/' | EOF ) -> channel(HIDDEN);
BLANK : [ \t\r\n\f\u00A0\uFEFF]+ -> channel(HIDDEN);

OTHER : .;
