import pg, { type CustomTypesConfig, type Pool } from 'pg';
import { DataSource, type MigrationInterface, type ObjectLiteral } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { Log } from '../logging/log.js';
import type { Secret } from '../secrets/secret.js';
import { postgresFault } from './postgres-fault.js';
import { silentTypeormLogger } from './transaction-statements.js';

/** The type's number in every PostgreSQL. */
const BIGINT: number = pg.types.builtins.INT8;

/** `bigint` becomes a number, as on SQLite; one that a number can't hold exactly fails the statement instead of being rounded. */
const postgresValues: CustomTypesConfig = {
  getTypeParser(id, format): unknown {
    return (id as number) === BIGINT ? safeInteger : (pg.types.getTypeParser(id, format) as unknown);
  },
};

/** PostgreSQL keeps no NUL in a text: U+FFFD stands for it, so that such a text is not found, as on SQLite, and shows where it was. */
export function postgresParameters(parameters: unknown[] | undefined): unknown[] | undefined {
  return parameters?.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value));
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint that a number can’t hold');
  return value;
}

/** How long the server may take, in milliseconds; 0 is for ever. */
export interface PostgresPatience {
  /** For a statement, as the server counts it. */
  readonly statementMs: number;
  /** For a lock that somebody else holds. */
  readonly lockMs: number;
  /** For any answer at all, as we count it: a server that is cut off says nothing more. */
  readonly answerMs: number;
}

/** A connection, or a call on it, is not waited for any longer than this. */
const CONNECT_MS = 5_000;
/** Connections that nobody needs are given back. */
const IDLE_MS = 300_000;
/** A transaction that its owner has forgotten holds up the vacuum, and others. */
const FORGOTTEN_MS = 120_000;

/** How the names of all our connections begin. */
export const APPLICATION = 'usher';

export interface PostgresSourceOptions {
  readonly url: Secret;
  readonly entities: readonly (new () => object)[];
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** The most connections at one time. */
  readonly connections: number;
  readonly patience: PostgresPatience;
  readonly log: Log;
  /** What PostgreSQL shows of these connections. */
  readonly name?: string;
}

/** A TypeORM data source on a pool of connections to the database at `url`, not yet connected. */
export function postgresSource(options: PostgresSourceOptions): DataSource {
  const { url, entities, migrations, connections, patience, log, name = APPLICATION } = options;
  const source = new DataSource({
    type: 'postgres',
    driver: pg,
    entities: [...entities],
    migrations: [...migrations],
    logger: silentTypeormLogger,
    poolErrorHandler: (fault: NodeJS.ErrnoException) => {
      log.warn('a connection to the database was lost while nobody used it', { code: fault.code });
    },
    extra: {
      connectionString: withoutName(url.reveal()),
      application_name: name,
      max: connections,
      types: postgresValues,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      idleTimeoutMillis: IDLE_MS,
      idle_in_transaction_session_timeout: FORGOTTEN_MS,
      statement_timeout: patience.statementMs,
      lock_timeout: patience.lockMs,
      query_timeout: patience.answerMs,
    },
  });
  readGeneratedValues(source.driver as PostgresDriver);
  return source;
}

/** The address without a name for its connections, which would take the place of ours: by that processes tell each other apart. */
const withoutName = (url: string): string => url.replace(/(?<=[?&])application_name=[^&#]*&?/g, '');

/** Left to itself TypeORM puts values that an insert gives back into the entity as the engine keeps them. */
function readGeneratedValues(driver: PostgresDriver): void {
  driver.createGeneratedMap = (metadata, stored: ObjectLiteral | undefined) => {
    if (stored === undefined) return undefined;
    const columns = metadata.columns.filter(({ databaseName }) => databaseName in stored);
    const values = columns.map((column) =>
      column.createValueMap(driver.prepareHydratedValue(stored[column.databaseName], column)),
    );
    return Object.assign({}, ...values) as ObjectLiteral;
  };
}

/** A {@link postgresSource} that is connected. @throws StorageError when the server can't be reached, or refuses us */
export async function connectToPostgres(options: PostgresSourceOptions): Promise<DataSource> {
  try {
    return await postgresSource(options).initialize();
  } catch (error) {
    throw postgresFault(error);
  }
}

/** The pool of a connected data source. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as PostgresDriver).master as Pool;
}
