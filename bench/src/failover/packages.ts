import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs of a cluster under Patroni. */
export interface FailoverPrograms {
  etcd: string;
  patroni: string;
  haproxy: string;
  /** Folder of the PostgreSQL programs. */
  postgresBin: string;
}

const debianPackages = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
} as const;
const supportedMajors = [18, 17, 16];
const systemFolders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin'];

/**
 * Finds the programs that the soak needs.
 * @returns the programs, or a sentence that says what is missing
 */
export function findFailoverPrograms(): FailoverPrograms | string {
  const found = {
    etcd: findProgram('etcd'),
    patroni: findProgram('patroni'),
    haproxy: findProgram('haproxy'),
    postgresBin: findPostgresBin(),
  };
  const { etcd, patroni, haproxy, postgresBin } = found;
  const isClientThere = hasEtcdClient();
  if (etcd && patroni && haproxy && postgresBin && isClientThere) {
    return { etcd, patroni, haproxy, postgresBin };
  }
  const missing: string[] = Object.entries(debianPackages).flatMap(([program, name]) =>
    Object.entries(found).some(([key, path]) => key === program && !path) ? [name] : [],
  );
  if (!isClientThere) missing.push('python3-etcd');
  if (!postgresBin) {
    missing.push(
      `postgresql in version ${supportedMajors.toReversed().join(', ')} (or POSTGRESQL_BIN, the folder of its programs)`,
    );
  }
  return `This soak needs Patroni, etcd, HAProxy and PostgreSQL, as Debian 13 packages them. Missing: ${missing.join(', ')}.`;
}

/** Patroni's client of etcd is a package of its own, which the package of Patroni only recommends. */
function hasEtcdClient(): boolean {
  return spawnSync('/usr/bin/python3', ['-c', 'import etcd'], { stdio: 'ignore' }).status === 0;
}

function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...systemFolders];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function findPostgresBin(): string | undefined {
  const candidates = [
    process.env['POSTGRESQL_BIN'],
    ...supportedMajors.map((major) => `/usr/lib/postgresql/${major}/bin`),
  ];
  return candidates.find(
    (folder) =>
      folder !== undefined &&
      ['postgres', 'pg_ctl', 'initdb', 'pg_rewind', 'pg_basebackup'].every((program) =>
        isExecutable(join(folder, program)),
      ),
  );
}

function isExecutable(path: string): boolean {
  if (!existsSync(path)) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
