import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, chownSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../scripts/testing/free-ports.ts';
import { chooseAccount } from '@seller-connect/embedded-postgres/account';
import { pidsInFolder } from '@seller-connect/embedded-postgres/server-process';
import { waitUntil } from '../harness/wait-until.ts';
import { startLink, type Link } from './link.ts';
import type { FailoverPrograms } from './packages.ts';

/** Seconds. A primary that cannot renew its lease for `ttl` demotes itself, and the standby takes over. */
const timing = { ttl: 6, loop_wait: 1, retry_timeout: 2 };
const password = 'soak-failover';

/** One server with its Patroni. All that reaches it, and its way to etcd, goes through links that can be cut. */
interface Node {
  name: string;
  data: string;
  port: number;
  restPort: number;
  links: { postgres: Link; rest: Link; etcd: Link };
  start(): void;
  /** Kills the server, and with `withPatroni` the whole machine. */
  kill(withPatroni: boolean): Promise<void>;
}

export interface FailoverCluster {
  /** URL of the primary, through HAProxy. */
  url: string;
  /** URL of the standby, through HAProxy. */
  readUrl: string;
  nodes: readonly Node[];
  /** Returns the node that is the primary, or undefined while there is none. */
  primary(): Promise<Node | undefined>;
  /** Waits until there is a primary with a synchronous standby. */
  untilRedundant(): Promise<void>;
  stop(): Promise<void>;
}

export async function startFailoverCluster(programs: FailoverPrograms): Promise<FailoverCluster> {
  const base = mkdtempSync(join(tmpdir(), 'seller-connect-failover-'));
  const stops: (() => unknown)[] = [() => rmSync(base, { recursive: true, force: true })];
  const stop = async () => {
    for (const each of stops.splice(0).toReversed()) await each();
  };
  try {
    return await start(programs, base, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  programs: FailoverPrograms,
  base: string,
  stops: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<FailoverCluster> {
  const etcdPort = await freePort();
  const etcdUrl = `http://127.0.0.1:${etcdPort}`;
  const peerUrl = `http://127.0.0.1:${await freePort()}`;
  const etcdOptions = {
    'data-dir': join(base, 'etcd'),
    'listen-client-urls': etcdUrl,
    'advertise-client-urls': etcdUrl,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `default=${peerUrl}`,
  };
  const etcdArgs = Object.entries(etcdOptions).map(([name, value]) => `--${name}=${value}`);
  const etcd = run(base, 'etcd', programs.etcd, etcdArgs);
  stops.push(() => end(etcd));
  const nodes: Node[] = [];
  for (const name of ['a', 'b']) {
    const node = await createNode(programs, base, name, etcdPort);
    nodes.push(node);
    stops.push(async () => {
      await node.kill(true);
      for (const link of Object.values(node.links)) await link.close();
    });
    node.start();
  }
  const ports = { primary: await freePort(), standby: await freePort() };
  writeFileSync(join(base, 'haproxy.cfg'), haproxySettings(nodes, ports));
  const haproxy = run(base, 'haproxy', programs.haproxy, ['-db', '-f', join(base, 'haproxy.cfg')]);
  stops.push(() => end(haproxy));

  const address = (port: number, database: string) =>
    `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  const cluster: FailoverCluster = {
    url: address(ports.primary, 'seller_connect'),
    readUrl: address(ports.standby, 'seller_connect'),
    nodes,
    async primary() {
      for (const node of nodes) if (await answers(node, 'primary')) return node;
      return undefined;
    },
    async untilRedundant() {
      await waitUntil('no primary with a synchronous standby', async () => {
        const states = await Promise.all(
          nodes.flatMap((node) => [answers(node, 'primary'), answers(node, 'synchronous')]),
        );
        return states.filter(Boolean).length === 2;
      });
    },
    stop,
  };
  await cluster.untilRedundant();
  await waitUntil('the database could not be created', () =>
    createDatabase(address(ports.primary, 'postgres')),
  );
  return cluster;
}

async function createNode(
  programs: FailoverPrograms,
  base: string,
  name: string,
  etcdPort: number,
): Promise<Node> {
  const folder = join(base, name);
  mkdirSync(folder, { mode: 0o700 });
  const data = join(folder, 'data');
  const [port, restPort] = [await freePort(), await freePort()];
  const links = {
    postgres: await startLink(port),
    rest: await startLink(restPort),
    etcd: await startLink(etcdPort),
  };
  const settings = join(folder, 'patroni.yml');
  writeFileSync(
    settings,
    // YAML contains JSON.
    JSON.stringify(patroniSettings(programs, { name, folder, data, port, restPort, links })),
  );
  const account = chooseAccount(folder, data, join(programs.postgresBin, 'postgres'));
  if (account.identity) chownSync(settings, account.identity.uid, account.identity.gid);
  let patroni: ChildProcess | null = null;
  return {
    name,
    data,
    port,
    restPort,
    links,
    start() {
      patroni = run(
        folder,
        'patroni',
        'env',
        [...account.prefix, programs.patroni, settings],
        account.identity,
      );
    },
    async kill(withPatroni) {
      if (withPatroni && patroni) await end(patroni);
      for (const pid of pidsInFolder(data)) killProcess(pid);
      if (withPatroni)
        await waitUntil('a killed server goes on', async () => pidsInFolder(data).length === 0);
    },
  };
}

function patroniSettings(
  { postgresBin }: FailoverPrograms,
  {
    name,
    folder,
    data,
    port,
    restPort,
    links,
  }: Pick<Node, 'name' | 'data' | 'port' | 'restPort' | 'links'> & { folder: string },
): object {
  const login = (username: string) => ({ username, password });
  return {
    scope: 'seller-connect',
    name,
    restapi: {
      listen: `127.0.0.1:${restPort}`,
      connect_address: `127.0.0.1:${links.rest.port}`,
    },
    // As proxies: otherwise the address of etcd itself would be found out and used.
    etcd3: { hosts: [`127.0.0.1:${links.etcd.port}`], use_proxies: true },
    bootstrap: {
      dcs: {
        ...timing,
        synchronous_mode: true,
        // A crashed server is not started again where it was: the standby takes over.
        primary_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 200,
            shared_buffers: '128MB',
            jit: 'off',
            hot_standby_feedback: 'on',
            wal_keep_size: '512MB',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${links.postgres.port}`,
      data_dir: data,
      bin_dir: postgresBin,
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: login('postgres'),
        replication: login('replicator'),
        rewind: login('rewinder'),
      },
      parameters: { unix_socket_directories: folder, timezone: 'UTC' },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
  };
}

function haproxySettings(
  nodes: readonly Node[],
  ports: { primary: number; standby: number },
): string {
  const listen = (name: string, port: number, path: string) =>
    [
      `listen ${name}`,
      `  bind 127.0.0.1:${port}`,
      `  option httpchk OPTIONS /${path}`,
      '  http-check expect status 200',
      '  default-server inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions',
      ...nodes.map(
        ({ name: node, links }) =>
          `  server ${node} 127.0.0.1:${links.postgres.port} check port ${links.rest.port}`,
      ),
    ].join('\n');
  return [
    'global\n  maxconn 1000',
    'defaults\n  mode tcp\n  timeout connect 2s\n  timeout check 1s\n  timeout client 30m\n  timeout server 30m\n  retries 1',
    listen('primary', ports.primary, 'primary'),
    listen('standby', ports.standby, 'replica'),
    '',
  ].join('\n');
}

async function answers({ restPort }: Node, path: string): Promise<boolean> {
  const signal = AbortSignal.timeout(1000);
  return fetch(`http://127.0.0.1:${restPort}/${path}`, { signal }).then(
    ({ status }) => status === 200,
    () => false,
  );
}

async function createDatabase(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('create database seller_connect');
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === '42P04';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Kills the program when its standard input ends, so that nothing is left when the soak is killed. Patroni's server
 * outlives Patroni otherwise.
 */
const runUntilInputEnds = `"$@" </dev/null & child=$!
  cat >/dev/null
  kill -KILL $child
  test -f "$0" && kill -KILL "$(head -n 1 "$0")"
  true`;

function run(
  folder: string,
  name: string,
  command: string,
  args: readonly string[],
  identity?: { uid: number; gid: number },
): ChildProcess {
  const log = openSync(join(folder, `${name}.log`), 'a');
  const postmaster = join(folder, 'data/postmaster.pid');
  return spawn('/bin/sh', ['-c', runUntilInputEnds, postmaster, command, ...args], {
    ...identity,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    stdio: ['pipe', log, log],
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.stdin?.end();
  await exit;
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended in the meantime.
  }
}
