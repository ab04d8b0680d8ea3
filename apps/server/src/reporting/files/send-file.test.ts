import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStalledClient } from '../../../test/stalled-client.ts';
import type { TransferLimits } from '../../platform/http/files/file-transfer.ts';
import { Problem } from '../../platform/http/problem.ts';
import { parquetFile } from './parquet.ts';
import { sendFile, type RowSource } from './send-file.ts';
import type { FileWriter } from './file-format.ts';

/** More than the socket buffers hold. */
const pieces = 24;
const piece = Buffer.alloc(1_000_000, 'a');

const piecewise: FileWriter = {
  contentType: 'text/csv',
  extension: 'csv',
  begin: () => Buffer.from('begin,'),
  rows: () => piece,
  end: () => Buffer.from(',end'),
};

/** Each test uses its own teams: slots of an earlier test are released a moment later. */
let app: FastifyInstance;
let writer: FileWriter;
let limits: TransferLimits;
/** Row sources that have completed, and with them their transactions. */
let finishedReads: number;
let readRows: (take: Parameters<RowSource>[0], team: string) => Promise<void>;
let warn: ReturnType<typeof vi.fn>;
const sockets: Socket[] = [];

beforeEach(() => {
  const warned = vi.fn();
  warn = warned;
  finishedReads = 0;
  writer = piecewise;
  limits = { minWindowBytes: 1, windowMs: 60_000, maxMs: 60_000 };
  readRows = async (take) => {
    for (let n = 0; n < pieces; n += 1) await take([]);
    finishedReads += 1;
  };
  app = fastify();
  app.setErrorHandler((error, _request, reply) =>
    error instanceof Problem ? reply.code(error.status).send(error.code) : reply.code(500).send(''),
  );
  app.get<{ Querystring: { team: string } }>('/file', async (request, reply) => {
    const to = { reply, tenantId: request.query.team, log: { warn: warned } };
    await sendFile(
      to,
      (take) => readRows(take, to.tenantId),
      { name: 'file', headers: {} },
      writer,
      limits,
    );
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** A client that never reads from its socket. */
async function stalledReader(address: URL, team: string): Promise<Socket> {
  const socket = await openStalledClient(new URL(`/file?team=${team}`, address));
  sockets.push(socket);
  return socket;
}

const listen = async () => new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
const fileOf = (address: URL, team: string) => fetch(new URL(`/file?team=${team}`, address));

it('reads all rows while clients do not read, and still serves other teams', async () => {
  const address = await listen();
  for (const team of ['a', 'a', 'a', 'b', 'b', 'b']) {
    const before = finishedReads;
    await stalledReader(address, team);
    await vi.waitFor(() => expect(finishedReads).toBe(before + 1), { timeout: 60_000 });
  }
  expect((await fileOf(address, 'a')).status).toBe(503);
  const text = await (await fileOf(address, 'c')).text();
  expect(text).toHaveLength(pieces * piece.length + 10);
  expect([text.slice(0, 8), text.slice(-5)]).toEqual(['begin,aa', 'a,end']);
});

/** Requests a file over a pipe that holds little, and reads its beginning at most. */
const slowFileOf = async (team: string) => {
  const answer = await app.inject({ url: `/file?team=${team}`, payloadAsStream: true });
  expect(answer.statusCode).toBe(200);
  return answer.stream();
};

async function lengthOf(file: Readable): Promise<number> {
  let length = 0;
  for await (const part of file) length += part.length;
  return length;
}

it('serves a ninth team while eight read their files slowly', async () => {
  readRows = (take) => take([]);
  const teams = Array.from({ length: 8 }, (_, index) => `slow${index}`);
  const slow: Readable[] = [];
  for (const team of teams) for (let n = 0; n < 3; n += 1) slow.push(await slowFileOf(team));
  expect((await app.inject('/file?team=slow0')).statusCode).toBe(503);
  expect((await app.inject('/file?team=ninth')).payload).toHaveLength(piece.length + 10);
  // Nobody's file is cut off for that.
  for (const file of slow) expect(await lengthOf(file)).toBe(piece.length + 10);
});

it('produces a file of a third team while two produce theirs; further files wait', async () => {
  const end = Promise.withResolvers<void>();
  const begun: string[] = [];
  readRows = async (take, team) => {
    begun.push(team);
    await end.promise;
    await take([]);
  };
  const files = ['x', 'x', 'y', 'y', 'z', 'u'].map((team) =>
    app.inject(`/file?team=${team}`).then(({ statusCode }) => statusCode),
  );
  await vi.waitFor(() => expect(begun).toEqual(['x', 'x', 'y', 'z']), { timeout: 60_000 });
  end.resolve();
  expect(await Promise.all(files)).toEqual(Array(6).fill(200));
  expect(begun.slice(4).toSorted()).toEqual(['u', 'y']);
});

it('disconnects a client that does not read, or reads a byte now and then', async () => {
  limits = { ...limits, windowMs: 300 };
  const address = await listen();
  const slow = await stalledReader(address, 'slow');
  const byte = setInterval(() => slow.read(1), 20);
  await stalledReader(address, 'slow');
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2), { timeout: 60_000 });
  clearInterval(byte);
});

it('aborts a file that takes too long, and stops reading rows', async () => {
  limits = { ...limits, maxMs: 300 };
  const stopped = vi.fn();
  readRows = async (take) => {
    try {
      for (;;) {
        await take([]);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    } finally {
      stopped();
    }
  };
  const address = await listen();
  // On a busy machine, it is aborted before its beginning was received.
  const read = async () => (await fileOf(address, 'long')).text();
  await expect(read()).rejects.toThrow();
  await vi.waitFor(() => expect(stopped).toHaveBeenCalledOnce(), { timeout: 60_000 });
});

it('aborts a file whose rows fail, so that a part never looks complete', async () => {
  readRows = async (take) => {
    await take([]);
    throw new Error('away');
  };
  const address = await listen();
  const read = async () => (await fileOf(address, 'failing')).text();
  await expect(read()).rejects.toThrow();
  readRows = async () => {
    throw new Error('away');
  };
  expect((await fileOf(address, 'failing')).status).toBe(500);
});

it('answers with the error of rows that fail before the first piece of the file', async () => {
  readRows = async (take) => {
    await take([]);
    throw new Error('away');
  };
  const empty = () => new Uint8Array();
  writer = { ...piecewise, begin: empty, rows: empty };
  expect((await fileOf(await listen(), 'buffered')).status).toBe(500);
});

it('answers with the reason for an amount that Parquet cannot hold, or aborts the file and logs it', async () => {
  const fields = [{ id: 'gmv', type: 'money', nullable: false } as const];
  const tooLarge = '100000000000000';
  const address = await listen();
  const fileAfter = (rows: number) => {
    writer = parquetFile({ fields, names: ['gmv'] }, {});
    readRows = async (take) => {
      await take(Array.from({ length: rows }, () => ['1']));
      await take([[tooLarge]]);
    };
    return fileOf(address, 'large');
  };
  const early = await fileAfter(9_999);
  expect([early.status, await early.text()]).toEqual([422, 'amount_too_large']);
  // The first ten thousand rows are sent as soon as they are read.
  const readLate = async () => (await fileAfter(10_000)).bytes();
  await expect(readLate()).rejects.toThrow();
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    {
      event: 'reporting.file_aborted',
      err: expect.objectContaining({ code: 'amount_too_large' }),
    },
    expect.any(String),
  );
});
