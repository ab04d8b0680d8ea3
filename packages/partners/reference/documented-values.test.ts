import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { enumFields, valueProblems } from './documented-values.ts';
import type { ReplayedNetwork } from './hostile-scenarios.ts';
import type { Operation, ReferenceDocument } from './reference-document.ts';
import type { Exchange } from './recording.ts';
import { toResult } from './scenarios.ts';

const Answer = Type.Object({ rows: Type.Array(Type.Object({ status: Type.String() })) });
const url = 'https://marketplace.test/rows';

function documentOf(values: readonly string[]): ReferenceDocument {
  const status = { type: 'string', enum: values, 'x-enumeration': 'Status' };
  const operation: Operation = {
    id: 'list',
    method: 'GET',
    path: '/rows',
    pattern: /^\/rows$/,
    parameters: [],
    body: null,
    answer: { properties: { rows: { type: 'array', items: { properties: { status } } } } },
    limits: {},
  };
  return { operations: [operation], enumerations: new Map(), errors: [], webhooks: [] };
}

const exchange: Exchange = {
  method: 'GET',
  url: new URL(url),
  query: '',
  headers: new Headers(),
  body: null,
  status: 200,
  answerHeaders: new Headers(),
  answer: '{"rows":[{"status":"NEW"},{"status":"NEW"}]}',
};

/** A connector that knows NEW and DONE, and `treats` other statuses in its own way. */
function connector(treats: (status: string) => { key: string; flags: string[] } | null) {
  const read = async (network: Pick<ReplayedNetwork, 'fetch'>) => {
    const answer = Value.Parse(Answer, await (await network.fetch(url)).json());
    const rows = answer.rows.flatMap(({ status }, index) => {
      const key = String(index);
      return ['NEW', 'DONE'].includes(status) ? { key, flags: [] } : (treats(status) ?? []);
    });
    return toResult(rows, []);
  };
  return read;
}

async function problemsOf(
  values: readonly string[],
  read: ReturnType<typeof connector>,
): Promise<string[]> {
  const document = documentOf(values);
  const [field] = enumFields(document);
  if (!field) throw new Error('The document has no enumeration');
  const outcome = await read({ fetch: async () => new Response(exchange.answer) });
  const scenario = { name: 'rows', exchanges: [exchange], read, outcome };
  return valueProblems(document, field, [scenario], { volatile: [] });
}

const flagging = connector((status) => ({ key: status, flags: [`unknown_status:${status}`] }));

describe('a connector', () => {
  it('that maps every documented value and flags others has no problem', async () => {
    expect(await problemsOf(['NEW', 'DONE'], flagging)).toEqual([]);
  });

  it('that does not know a documented value is reported', async () => {
    expect(await problemsOf(['NEW', 'DONE', 'LATER'], flagging)).toEqual([
      'list: rows.[].status: rows: unknown_status:LATER',
    ]);
  });

  it('that maps an undocumented value without a flag is reported', async () => {
    const guessing = connector((status) => ({ key: status, flags: [] }));
    expect(await problemsOf(['NEW'], guessing)).toEqual([
      'list: rows.[].status: an invented value is neither flagged nor kept',
    ]);
  });

  it('that drops a row with an undocumented value is reported', async () => {
    const dropping = connector((status) =>
      status.endsWith('0') ? { key: status, flags: [`unknown_status:${status}`] } : null,
    );
    expect(await problemsOf(['NEW'], dropping)).toContain(
      'list: rows.[].status: rows: an invented value loses a row',
    );
  });
});
