import { agent, exchange, readJsonField, renew, send, Visitor } from './login-client.ts';

/** Runs in a process of its own, so that the client does not share the event loop of the measured server. */
const [measureName = '', origin = '', seconds = '2', connections = '16'] = process.argv.slice(2);
const lanes = Array.from({ length: Number(connections) }, (_, index) => index);

/**
 * Runs all lanes until the time is over.
 * @returns operations per second
 */
async function perSecond(work: (lane: number) => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  const until = begun + Number(seconds) * 1000;
  let done = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      while (performance.now() < until) {
        await work(lane);
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - begun) / 1000);
}

const loginOnce = async () => exchange(origin, await new Visitor(origin).signIn());

const measures: Record<string, () => Promise<number>> = {
  /** The baseline: a server that does no work. */
  async fixed() {
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: 'x'.repeat(43),
    });
    return perSecond(() => send(`${origin}/oauth/token`, form));
  },
  /** Refreshes of one session per connection, each with the refresh token of the previous response. */
  async refresh() {
    const tokenResponses = await Promise.all(lanes.map(loginOnce));
    return perSecond(async (lane) => {
      tokenResponses[lane] = await renew(
        origin,
        readJsonField(tokenResponses[lane] ?? '', 'refresh_token'),
      );
    });
  },
  /** Exchanges of codes that were fetched beforehand. */
  async code() {
    const visitors = lanes.map(() => new Visitor(origin));
    await Promise.all(visitors.map((visitor) => visitor.signIn()));
    const codes = (
      await Promise.all(
        visitors.map(async (visitor) => {
          const mine = [];
          for (let count = 0; count < Math.max(1, 20 * Number(seconds)); count += 1) {
            mine.push(await visitor.silently());
          }
          return mine;
        }),
      )
    ).flat();
    const many = codes.length;
    const begun = performance.now();
    await Promise.all(
      lanes.map(async () => {
        for (let next = codes.pop(); next; next = codes.pop()) await exchange(origin, next);
      }),
    );
    return many / ((performance.now() - begun) / 1000);
  },
  /** Complete logins: authorization request, login screen, password, redirect, exchange. */
  login: () => perSecond(loginOnce),
};

const measure = measures[measureName];
if (!measure) throw new Error(`There is no load called ${measureName}`);
process.stdout.write(String(await measure()));
agent.destroy();
