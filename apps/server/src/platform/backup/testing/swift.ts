import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { freePort } from '../../../../../../scripts/testing/free-ports.ts';
import type { BucketLocation } from '../../config/backup-settings.ts';

/** OpenStack Swift with its S3 interface: a proxy, and one server each of accounts, containers and objects. */
export interface Swift {
  /** A bucket that exists. */
  location: BucketLocation;
  /** Stops the server of the objects, so that Swift answers and can store nothing. */
  stopObjects(): Promise<void>;
  startObjects(): Promise<void>;
  stop(): Promise<void>;
}

/** Names of listed objects per answer; a thousand by default, which would take a thousand uploads to exceed. */
export const maxListedObjects = 5;
const kinds = ['object', 'container', 'account'] as const;
const credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing', region: 'us-east-1' };
/** Five Python processes on a busy machine. */
const startMs = 120_000;
const run = promisify(execFile);

/** @throws Error with the output of the servers if they do not start */
export async function startSwift(): Promise<Swift> {
  const folder = await mkdtemp(join(tmpdir(), 'swift-'));
  const ports = {
    object: await freePort(),
    container: await freePort(),
    account: await freePort(),
  };
  const [proxy, cache] = [await freePort(), await freePort()];
  await mkdir(join(folder, 'devices/disk'), { recursive: true });
  await writeFile(join(folder, 'swift.conf'), common);
  await writeFile(join(folder, 'proxy.conf'), proxySettings(folder, proxy, cache));
  for (const kind of kinds) {
    await writeFile(join(folder, `${kind}.conf`), storageSettings(folder, kind, ports[kind]));
    await createRing(join(folder, `${kind}.builder`), ports[kind]);
  }
  let output = '';
  const start = (program: string, args: string[]) => {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => void (output += text));
    }
    return child;
  };
  const startKind = (kind: string) => start(`swift-${kind}-server`, [join(folder, `${kind}.conf`)]);
  const servers = {
    cache: start('memcached', ['-l', '127.0.0.1', '-p', String(cache), '-u', 'nobody']),
    account: startKind('account'),
    container: startKind('container'),
    object: startKind('object'),
    proxy: startKind('proxy'),
  };
  const stop = async () => {
    await Promise.all(Object.values(servers).map(end));
    await rm(folder, { recursive: true, force: true });
  };
  const endpoint = `http://127.0.0.1:${proxy}`;
  const location = { ...credentials, endpoint, bucket: 'backups', prefix: '' };
  try {
    await createBucket(location);
  } catch (error) {
    await stop();
    throw new Error(`Swift did not start:\n${output}`, { cause: error });
  }
  return {
    location,
    stop,
    stopObjects: () => end(servers.object),
    async startObjects() {
      servers.object = startKind('object');
      await waitFor(async () => (await fetch(`http://127.0.0.1:${ports.object}/`)).status > 0);
    },
  };
}

/** Creates the bucket as soon as all servers answer, and stores an object in it. */
async function createBucket({ endpoint, bucket, ...keys }: BucketLocation): Promise<void> {
  const client = new AwsClient({ ...keys, service: 's3', retries: 0 });
  const put = async (path: string) =>
    (await client.fetch(`${endpoint}/${path}`, { method: 'PUT', body: '' })).ok;
  await waitFor(() => put(bucket));
  await waitFor(() => put(`${bucket}/started`));
  await client.fetch(`${endpoint}/${bucket}/started`, { method: 'DELETE' });
}

async function waitFor(isReady: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + startMs; ;) {
    if (await isReady().catch(() => false)) return;
    if (Date.now() > deadline) throw new Error('no answer');
    await delay(100);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Creates the table that says where Swift stores what: everything on the one disk. */
async function createRing(builder: string, port: number): Promise<void> {
  await run('swift-ring-builder', [builder, 'create', '0', '1', '0']);
  await run('swift-ring-builder', [builder, 'add', `r1z1-127.0.0.1:${port}/disk`, '1']);
  await run('swift-ring-builder', [builder, 'rebalance']);
}

const common = `[swift-hash]
swift_hash_path_suffix = test
swift_hash_path_prefix = test
[storage-policy:0]
name = Policy-0
default = yes
`;

const serverSettings = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
`;

const storageSettings = (
  folder: string,
  kind: string,
  port: number,
) => `${serverSettings(folder, port)}devices = ${folder}/devices
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

const filters = [
  'catch_errors',
  'gatekeeper',
  'cache',
  'listing_formats',
  's3api',
  'tempauth',
  'copy',
  'slo',
  'dlo',
  'versioned_writes',
];
const filterSettings: Record<string, string> = {
  s3api: `location = ${credentials.region}\nmax_bucket_listing = ${maxListedObjects}`,
  tempauth: `user_${credentials.accessKeyId.replace(':', '_')} = ${credentials.secretAccessKey} .admin`,
};

function proxySettings(folder: string, port: number, cache: number): string {
  const sections = filters.map((filter) => {
    const name = filter === 'cache' ? 'memcache' : filter;
    const more =
      filter === 'cache' ? `memcache_servers = 127.0.0.1:${cache}` : filterSettings[filter];
    return `[filter:${filter}]\nuse = egg:swift#${name}\n${more ?? ''}\n`;
  });
  return `${serverSettings(folder, port)}[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${sections.join('')}`;
}
