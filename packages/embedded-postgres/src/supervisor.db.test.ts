import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { isAlive, readPidFile } from './server-process.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './supervisor.ts';

let running: (EmbeddedPostgres | ChildProcess)[];
/** The data folder of all tests. The creation of a cluster takes ten times the processor time of a start. */
const folder = await mkdtemp(join(tmpdir(), 'pg, "Áo" '));
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => {
  running = [];
});
afterEach(async () => {
  for (const each of running) {
    if ('stop' in each) await each.stop();
    else each.kill('SIGKILL');
  }
  await until('no server is left', () => serverPid() === undefined || !alive(serverPid()));
});

const database = () => join(folder, 'postgres');
const cluster = () => join(database(), 'cluster');
const serverPid = () => readPidFile(cluster())?.pid;
function requireServerPid(): number {
  const pid = serverPid();
  if (pid === undefined) throw new Error('no server');
  return pid;
}

async function start(
  log: (line: string) => void = () => {},
  alarm = log,
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: folder, log, alarm });
  running.push(server);
  return server;
}

/** Starts the server from another program, which the test can kill. */
async function startElsewhere(): Promise<{ program: ChildProcess; url: string }> {
  const module = JSON.stringify(join(import.meta.dirname, 'supervisor.ts'));
  const program = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { startEmbeddedPostgres } from ${module};
       const server = await startEmbeddedPostgres({ dataDir: process.argv[1], log() {} });
       console.log(server.connectionString);
       setInterval(() => {}, 1000);`,
      folder,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: programEnvironment() },
  );
  running.push(program);
  for await (const url of createInterface({ input: program.stdout })) return { program, url };
  throw new Error('The other program ended before its server was ready');
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Returns a function that counts the sessions which have ended since. */
async function countSessions(url: string): Promise<() => Promise<number>> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  const total = async () => {
    const { rows } = await client.query<{ sessions: number }>(
      'select sessions::int as sessions from pg_stat_database where datname = current_database()',
    );
    return rows[0]?.sessions ?? 0;
  };
  await client.query('select pg_stat_force_next_flush()');
  const before = await total();
  return async () => (await total()) - before;
}

/** A table that a test commits, and that outlives it. */
const keep = (table: string) => `create table ${table} as select 7 as value`;

/** What a program of its own needs: with the same compile cache, programs share compiled code. */
function programEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE, PATH } = process.env;
  return { NODE_COMPILE_CACHE, PATH, LANG: 'C' };
}

const alive = (pid: number | undefined) => pid !== undefined && isAlive(pid);

function guardOf(pid: number): number {
  if (process.platform === 'linux') {
    const described = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(described.slice(described.lastIndexOf(')') + 2).split(' ')[1]);
  }
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
}

async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited too long until ${what}`);
    await sleep(20);
  }
}

const untilAnotherAnswers = (url: string, formerPid: number) =>
  until('another server answers', async () => {
    if (serverPid() === formerPid) return false;
    return query(url, 'select 1').then(
      () => true,
      () => false,
    );
  });

it('creates a durable UTF-8 cluster, whatever LANG is', async () => {
  const { program, url } = await startElsewhere();
  const [settings] = await query(
    url,
    `select current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
            current_setting('full_page_writes') as pages, current_setting('data_checksums') as sums,
            current_setting('synchronous_commit') as commits,
            (select datlocprovider::text || ' ' || datlocale from pg_database
              where datname = 'postgres') as locale`,
  );
  expect(settings).toEqual({
    encoding: 'UTF8',
    fsync: 'on',
    pages: 'on',
    sums: 'on',
    commits: 'on',
    locale: 'b C.UTF-8',
  });
  program.kill('SIGKILL');
});

it('protects the password file and requires the password', async () => {
  const { connectionString } = await start();
  const { mode } = await stat(join(database(), 'superuser-password'));
  expect(mode & 0o777).toBe(0o600);
  expect((await stat(database())).mode & 0o777).toBe(0o700);
  const wrong = new URL(connectionString);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  expect(await readFile(join(database(), 'server.log'), 'utf8')).not.toContain(
    new URL(connectionString).password,
  );
});

it('stops the server when its program is killed, keeping committed data', async () => {
  const { program, url } = await startElsewhere();
  await query(url, keep('kept_by_guard'));
  const pid = serverPid();
  expect(alive(pid)).toBe(true);
  program.kill('SIGKILL');
  await until('the guard has stopped the server', () => !alive(pid));
  expect(serverPid()).toBeUndefined();
  const { connectionString } = await start();
  expect(await query(connectionString, 'select value from kept_by_guard')).toEqual([{ value: 7 }]);
});

it.runIf(process.platform === 'linux')(
  'starts although a statement of the killed server is still running',
  async () => {
    const { program, url } = await startElsewhere();
    const pid = serverPid() ?? 0;
    const statement = query(url, 'select count(*) from generate_series(1, 1e12)').catch(
      () => undefined,
    );
    await until('the statement runs', async () => {
      const [row] = await query(
        url,
        `select pid from pg_stat_activity where state = 'active' and query like '%generate_series(1, 1e12)' and pid <> pg_backend_pid()`,
      );
      return row !== undefined;
    });
    process.kill(guardOf(pid), 'SIGKILL');
    program.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    const { connectionString } = await start();
    expect(await query(connectionString, 'select 1 as value')).toEqual([{ value: 1 }]);
    await statement;
  },
);

it('restarts a killed server at the same address', async () => {
  const { connectionString } = await start();
  await query(connectionString, keep('kept_by_restart'));
  const before = requireServerPid();
  process.kill(before, 'SIGKILL');
  await untilAnotherAnswers(connectionString, before);
  expect(await query(connectionString, 'select value from kept_by_restart')).toEqual([
    { value: 7 },
  ]);
});

it('raises an alarm with the reason while the server does not start, and starts it once it can', async () => {
  const alarms: string[] = [];
  const { connectionString } = await start(undefined, (line) => alarms.push(line));
  await query(connectionString, keep('kept_by_outage'));
  const before = requireServerPid();
  const away = join(database(), 'cluster.away');
  await rename(cluster(), away);
  process.kill(before, 'SIGKILL');
  await until('the start has failed twice', () => alarms.length >= 5);
  const reason = expect.stringMatching(/did not start: .*could not access directory/);
  expect(alarms.slice(0, 5)).toEqual([
    'The embedded database ended unexpectedly; starting it again.',
    reason,
    expect.stringContaining('keeps ending; starting it again in 1 s'),
    reason,
    expect.stringContaining('keeps ending; starting it again in 2 s'),
  ]);
  await rename(away, cluster());
  await untilAnotherAnswers(connectionString, before);
  expect(await query(connectionString, 'select value from kept_by_outage')).toEqual([{ value: 7 }]);
});

it('takes over a server whose program and guard were both killed, and stops it at the end', async () => {
  const { program, url } = await startElsewhere();
  await query(url, keep('kept_by_takeover'));
  const pid = requireServerPid();
  process.kill(guardOf(pid), 'SIGKILL');
  program.kill('SIGKILL');
  const lines: string[] = [];
  const server = await start((line) => lines.push(line));
  expect(serverPid()).toBe(pid);
  expect(lines.join()).toContain('Took over');
  expect(await query(server.connectionString, 'select value from kept_by_takeover')).toEqual([
    { value: 7 },
  ]);
  await server.stop();
  expect(alive(pid)).toBe(false);
});

it('takes over a server whose guard still ends when it is found', async () => {
  const { program, url } = await startElsewhere();
  const pid = requireServerPid();
  const guard = guardOf(pid);
  process.kill(guard, 'SIGSTOP');
  program.kill('SIGKILL');
  const sessions = await countSessions(url);
  const lines: string[] = [];
  const starting = start((line) => lines.push(line));
  await until('the start has found the server', async () => (await sessions()) > 0);
  process.kill(guard, 'SIGKILL');
  await starting;
  expect(serverPid()).toBe(pid);
  expect(lines.join()).toContain('Took over');
});

it('uses the server of another running program and leaves it running', async () => {
  const { url } = await startElsewhere();
  const pid = serverPid();
  const server = await start();
  expect(serverPid()).toBe(pid);
  await server.stop();
  expect(await query(url, 'select 7 as value')).toEqual([{ value: 7 }]);
});

it('lets a command continue after it released the server of a running program', async () => {
  await start();
  const module = JSON.stringify(join(import.meta.dirname, 'supervisor.ts'));
  const output = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { startEmbeddedPostgres } from ${module};
       const server = await startEmbeddedPostgres({ dataDir: process.argv[1], log() {} });
       server.stop().then(() => console.log('stopped'));`,
      folder,
    ],
    { encoding: 'utf8', env: programEnvironment() },
  );
  expect(output).toBe('stopped\n');
});

it('ignores a stale pid file whose pid belongs to another program', async () => {
  const first = await start();
  await query(first.connectionString, keep('kept_by_stale_pid'));
  const file = join(cluster(), 'postmaster.pid');
  const lines = (await readFile(file, 'utf8')).split('\n');
  await first.stop();
  lines[0] = String(process.pid);
  await writeFile(file, lines.join('\n'), { mode: 0o600 });
  await writeFile(join(database(), 'socket', `.s.PGSQL.${lines[3]}.lock`), lines.join('\n'));
  const again = await start();
  expect(await query(again.connectionString, 'select value from kept_by_stale_pid')).toEqual([
    { value: 7 },
  ]);
});

it('starts although a crash has left an empty lock file', async () => {
  await (await start()).stop();
  const file = join(cluster(), 'postmaster.pid');
  await writeFile(file, '');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(file, longAgo, longAgo);
  const again = await start();
  expect(await query(again.connectionString, 'select 7 as value')).toEqual([{ value: 7 }]);
});

it('starts over after an interrupted creation of the cluster', async () => {
  await (await start()).stop();
  // The state after a kill during creation: a partial cluster in the temporary folder, none in place.
  const half = join(database(), 'cluster.new');
  await rename(cluster(), half);
  await rm(join(half, 'global'), { recursive: true });
  const again = await start();
  expect(await query(again.connectionString, 'select 7 as value')).toEqual([{ value: 7 }]);
  expect(await readdir(database())).not.toContain('cluster.new');
});

it('creates one cluster for programs that start at once in a new folder', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pg-new-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const starts = [1, 2].map(() => startEmbeddedPostgres({ dataDir, log: () => {}, testing: true }));
  const servers = await Promise.allSettled(starts);
  try {
    const urls = servers.map((each) =>
      each.status === 'fulfilled' ? each.value.connectionString : String(each.reason),
    );
    expect(new Set(urls).size).toBe(1);
    const [url = ''] = urls;
    expect(await query(url, 'select 7 as value')).toEqual([{ value: 7 }]);
    const names = await readdir(join(dataDir, 'postgres'));
    expect(names.filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
  } finally {
    for (const each of servers) if (each.status === 'fulfilled') await each.value.stop();
  }
});
