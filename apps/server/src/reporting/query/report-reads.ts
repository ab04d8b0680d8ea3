import type { FastifyReply } from 'fastify';
import {
  primaryReads,
  type ReadableDatabase,
  type Reads,
  type ReadSources,
} from '../../platform/database/read-sources.ts';
import type { Session } from '../../platform/http/http.ts';
import type { ReadCoverage } from '../metrics/coverage.ts';
import { boundedReads } from './bounded-reads.ts';

export interface ReadDependencies {
  database: ReadableDatabase;
  /** Chooses the server of each report; the primary by default. */
  reads?: ReadSources;
}

/** A request for figures. `gone` bounds its reads; without it, rows are handed on while they are read. */
export interface ReadRequest {
  reply: FastifyReply;
  /** Null for a tool or a link, which change nothing. */
  session: Pick<Session, 'writtenLsn'> | null;
  gone?: AbortSignal;
}

export interface ReportReads {
  database: Reads;
  /** For the body of the response: how far its figures are behind; empty if they are from the primary. */
  lag(): { lagSeconds?: number };
}

/** Response header with the seconds that figures may be behind the primary. */
const lagHeader = 'x-data-lag-seconds';

/** Chooses the server that a request for figures is answered from. The response names the lag of a standby. */
export function chooseReads(
  { database, reads = primaryReads(database) }: ReadDependencies,
  { reply, session, gone }: ReadRequest,
): ReportReads {
  const source = reads.choose({
    writtenLsn: session?.writtenLsn ?? null,
    isStreamed: gone === undefined,
  });
  const behind = source.lagSeconds();
  if (behind !== undefined) reply.header(lagHeader, String(behind));
  return {
    database: source.through((server) => (gone ? boundedReads(server, gone) : server)),
    lag() {
      const lagSeconds = source.lagSeconds();
      if (lagSeconds === undefined) {
        reply.removeHeader(lagHeader);
        return {};
      }
      // The lag has changed since the reads began; body and header name the same.
      reply.header(lagHeader, String(lagSeconds));
      return { lagSeconds };
    },
  };
}

/** Replaces the database of a report's dependencies, so that figures and their freshness are from one server. */
export function withReads<Given extends ReadDependencies & { readCoverage: ReadCoverage }>(
  dependencies: Given,
  request: ReadRequest,
): Omit<Given, 'database'> & ReportReads {
  const reads = chooseReads(dependencies, request);
  return {
    ...dependencies,
    ...reads,
    readCoverage: (tenantId, of) => dependencies.readCoverage(tenantId, of, reads.database),
  };
}
