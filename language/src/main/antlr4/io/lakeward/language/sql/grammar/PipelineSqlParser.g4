// The shell of pipeline statements. Queries and conditions are any tokens; Spark's own parser reads
// them later, so that there is one SQL dialect.
parser grammar PipelineSqlParser;

options { tokenVocab = PipelineSqlLexer; }

createDataset
  : CREATE ( OR ( REFRESH | REPLACE ) )? modifier* ( TABLE | VIEW ) ( IF NOT EXISTS )?
    name columnList? clause* body? EOF
  ;

modifier
  : PRIVATE | TEMPORARY | TEMP | STREAMING | INCREMENTAL | LIVE | MATERIALIZED
  ;

body
  : AS query                               # queryBody
  | FLOW INSERT ONCE? BY NAME query        # insertBody
  | FLOW AUTO CDC ONCE? FROM anything+     # autoCdcBody
  | FLOW REPLACE anything+                 # replaceBody
  ;

createFlow
  : CREATE FLOW ( IF NOT EXISTS )? flow=name ( COMMENT text )? AS flowAction EOF
  ;

flowAction
  : INSERT ONCE? INTO? ONCE? target=name BY NAME query               # insertFlow
  | INSERT ONCE? INTO? ONCE? target=name ( BY NAME )? REPLACE anything+ # replaceFlow
  | AUTO CDC ONCE? INTO target=name FROM anything+                   # autoCdcFlow
  ;

// APPLY CHANGES, or AUTO CDC without CREATE FLOW. The clauses are read word by word.
applyChanges : ( AUTO CDC | IDENTIFIER IDENTIFIER ) ONCE? INTO target=name FROM anything+ EOF;
createFunction
  : CREATE ( OR REPLACE )? ( TEMPORARY | TEMP )? FUNCTION ( IF NOT EXISTS )? name
    ( LEFT_PAREN ( parameter ( COMMA parameter )* )? RIGHT_PAREN )?
    ( RETURNS ( dataType | TABLE resultColumns? ) )? characteristic* ( RETURN anything+ | AS anything+ ) EOF
  ;

parameter : identifier dataType ( DEFAULT defaultValue+ )? ( COMMENT text )?;

resultColumns : LEFT_PAREN resultColumn ( COMMA resultColumn )* RIGHT_PAREN;

resultColumn : identifier dataType ( COMMENT text )?;

characteristic
  : LANGUAGE identifier
  | NOT? DETERMINISTIC
  | COMMENT text
  | CONTAINS identifier
  | READS identifier identifier
  ;

setting
  : SET settingKey EQ anything* EOF
  ;

settingKey
  : settingPart ( ( DOT | COLON | MINUS ) settingPart )*
  ;

settingPart : identifier | NUMBER | AS | SELECT;

use
  : ( USE | SET ) CATALOG name EOF                   # useCatalog
  | USE ( SCHEMA | DATABASE )? name EOF    # useSchema
  ;

columnList : LEFT_PAREN columnItem ( COMMA columnItem )* RIGHT_PAREN;

columnItem
  : CONSTRAINT identifier EXPECT LEFT_PAREN condition RIGHT_PAREN violation?   # expectation
  | CONSTRAINTS FROM text                                                      # ruleFile
  | ( CONSTRAINT identifier )? keyConstraint                                   # tableKey
  | ( CONSTRAINT identifier )? otherConstraint                                 # tableCheck
  | identifier dataType? columnAttribute*                                      # column
  ;

violation : ON VIOLATION ( DROP ROW | FAIL UPDATE | QUARANTINE );

condition : nested+;

// Informational keys: their options are read and dropped.
keyConstraint
  : PRIMARY KEY group keyOption*
  | FOREIGN KEY group REFERENCES name group? keyOption*
  ;

otherConstraint : ( CHECK | UNIQUE ) group ( NOT? ENFORCED )?;

keyOption
  : NOT ENFORCED | RELY | NORELY | NOT? DEFERRABLE | INITIALLY DEFERRED | MATCH FULL
  | ON ( UPDATE | DELETE ) ( NO ACTION | CASCADE )
  ;

columnAttribute
  : NOT NULL                                                          # notNull
  | COMMENT text                                                      # columnComment
  | ( CONSTRAINT identifier )? PRIMARY KEY keyOption*                 # columnPrimaryKey
  | ( CONSTRAINT identifier )? ( FOREIGN KEY )? REFERENCES name group? keyOption* # columnForeignKey
  | DEFAULT defaultValue+                                             # columnDefault
  | GENERATED ( ALWAYS | BY DEFAULT ) AS IDENTITY group?              # columnIdentity
  | GENERATED ALWAYS AS group                                         # columnGenerated
  | MASK name ( USING COLUMNS argumentList )?                         # columnMask
  | ( CONSTRAINT identifier )? CHECK group                            # columnCheck
  ;

// NOT NULL behind a value is read as a part of it, for only its last words tell.
defaultValue
  : group
  | ~( LEFT_PAREN | RIGHT_PAREN | COMMA | COMMENT | CONSTRAINT | FOREIGN | MASK | PRIMARY | REFERENCES )
  ;

dataType
  : INTERVAL IDENTIFIER ( TO IDENTIFIER )?
  | ( IDENTIFIER | TIME ) angled? group? ( COLLATE identifier )?
  ;

angled : LT ( angled | ~( LT | GT ) )* GT;

clause
  : COMMENT text                                                        # commentClause
  | USING identifier                                                    # formatClause
  | PARTITIONED BY LEFT_PAREN columnRef ( COMMA columnRef )* RIGHT_PAREN # partitionClause
  | CLUSTER BY LEFT_PAREN columnRef ( COMMA columnRef )* RIGHT_PAREN     # clusterClause
  | CLUSTER BY ( AUTO | NONE )                                          # clusterAutoClause
  | TBLPROPERTIES LEFT_PAREN property ( COMMA property )* RIGHT_PAREN    # propertiesClause
  | OPTIONS group                                                       # optionsClause
  | LOCATION text                                                       # locationClause
  | SCHEDULE REFRESH? EVERY NUMBER identifier                           # scheduleClause
  | SCHEDULE REFRESH? CRON text ( AT TIME ZONE text )?                  # scheduleClause
  | TRIGGER ON UPDATE ( AT MOST EVERY INTERVAL ( NUMBER | text ) identifier? )? # triggerClause
  | WITH? ROW FILTER name ( ON argumentList )?                                 # rowFilterClause
  | REFRESH POLICY identifier identifier?                               # refreshPolicyClause
  | DEFAULT COLLATION identifier                                        # collationClause
  ;

// What a row filter or a mask is given: columns and constants.
argumentList : LEFT_PAREN ( policyArgument ( COMMA policyArgument )* )? RIGHT_PAREN;

policyArgument : columnPath | text | MINUS? NUMBER | TRUE | FALSE | NULL;

columnRef : columnPath group?;

columnPath : identifier ( DOT identifier )*;

property : propertyKey EQ? propertyValue;

propertyKey : identifier ( ( DOT | MINUS ) ( identifier | NUMBER ) )* | STRING;

propertyValue : text | MINUS? NUMBER | TRUE | FALSE | IDENTIFIER;

name
  : IDENTIFIER_OF LEFT_PAREN text ( CONCAT text )* RIGHT_PAREN   # computedName
  | identifier ( DOT identifier )*                               # plainName
  ;

query : ( SELECT | WITH | FROM | VALUES | TABLE | LEFT_PAREN ) anything*;

anything : ~SEMICOLON;

group : LEFT_PAREN nested* RIGHT_PAREN;

nested : group | ~( LEFT_PAREN | RIGHT_PAREN | SEMICOLON );

// Neighbouring strings are one string, as in Spark.
text : STRING+;

// Every keyword is a name where a name can stand, save the two that would hide a missing name.
identifier
  : IDENTIFIER | BACKQUOTED
  | ACTION | ALWAYS | AT | AUTO | BY | CASCADE | CATALOG | CDC | CHECK | CLUSTER | COLLATE
  | COLLATION | COLUMNS | COMMENT | CONSTRAINT | CONSTRAINTS | CONTAINS | CREATE | CRON | DATABASE | DEFAULT | DEFERRABLE
  | DEFERRED | DELETE | DETERMINISTIC | DROP | ENFORCED | EVERY | EXISTS | EXPECT | FAIL | FALSE | FILTER | FLOW
  | FOREIGN | FROM | FULL | FUNCTION | GENERATED | IDENTIFIER_OF | IDENTITY | IF | INCREMENTAL | INITIALLY
  | INSERT | INTERVAL | INTO | KEY | LANGUAGE | LIVE | LOCATION | MASK | MATCH | MATERIALIZED | MOST | NAME
  | NO | NONE | NORELY | NOT | NULL | ON | ONCE | OPTIONS | OR | PARTITIONED | POLICY | PRIMARY
  | PRIVATE | QUARANTINE | READS | REFERENCES | REFRESH | RELY | REPLACE | RETURN | RETURNS | ROW | SCHEDULE | SCHEMA | SET | STREAMING
  | TABLE | TBLPROPERTIES | TEMP | TEMPORARY | TIME | TO | TRIGGER | TRUE | UNIQUE | UPDATE | USE
  | USING | VALUES | VIEW | VIOLATION | WITH | ZONE
  ;
