import { cpSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  imageBuildCommand,
  writeImageContext,
} from '../../../scripts/building/release/write-image.ts';
import { isInstalled, runSystemProgram } from '../../../scripts/testing/run-system-program.ts';

const name = 'localhost/seller-connect:test';
const productInImage = 'rootfs/app/node_modules/seller-connect';
/** Needs no rights of its own, writes nothing but /tmp and calls no capability of the kernel. */
const confined = [
  '--rm',
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--network=host',
  '--cgroups=disabled',
  '--ulimit=nofile=1024:1024',
  '--ulimit=nproc=1024:1024',
];
/** What the program says when it starts without settings, after it has loaded all its modules. */
const startupSentence = 'No key of a marketplace is set and HOST is 0.0.0.0';

/**
 * Builds the image, part of it twice to compare the digests, and runs it as podman confines it.
 * @param tarball the packed product
 * @returns the problems
 */
export async function checkImage(tarball: string): Promise<string[]> {
  if (!isInstalled('buildah')) {
    process.stdout.write('The image was not built, as buildah is not installed.\n');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'seller-connect-image-'));
  const never = new AbortController().signal;
  const storage = ['--storage-driver=vfs', `--root=${folder}/storage`, `--runroot=${folder}/run`];
  const run = async (command: [string, ...string[]]) => {
    const output: string[] = [];
    const { ok } = await runSystemProgram(command, never, (text) => output.push(text));
    return { ok, text: output.join('').trim() };
  };
  const build = async (context: string) => {
    const [program, subcommand = '', ...rest] = imageBuildCommand(context, name);
    const { ok, text } = await run([program, ...storage, subcommand, '--quiet', ...rest]);
    if (!ok) throw new Error(text);
    // Warnings come before the digest.
    return text.split('\n').at(-1);
  };
  try {
    const context = join(folder, 'image');
    writeImageContext(tarball, context);
    // The product alone, because Node's program takes most of the time.
    const part = join(folder, 'part');
    for (const path of ['Containerfile', 'rootfs/etc', productInImage]) {
      cpSync(join(context, path), join(part, path), { recursive: true });
    }
    const first = await build(part);
    // A later build differs in the times of its files only.
    utimesSync(join(part, 'rootfs/etc/passwd'), new Date(), new Date());
    const second = await build(part);
    if (first !== second) {
      return [`Two builds of the same files differ: ${first} and ${second}.`];
    }
    process.stdout.write(`Image ${await build(context)}\n`);
    if (!isInstalled('podman')) {
      process.stdout.write('The image was not run, as podman is not installed.\n');
      return [];
    }
    const started = await run(hideOldCgroups(['podman', ...storage, 'run', ...confined, name]));
    return started.text.includes(startupSentence) ? [] : [started.text];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs a command with only the second version of cgroups mounted. The kernel may have both, which crun refuses even
 * where it uses neither.
 */
function hideOldCgroups(command: string[]): [string, ...string[]] {
  const script =
    'umount -R /sys/fs/cgroup 2>/dev/null; mount -t cgroup2 none /sys/fs/cgroup 2>/dev/null; exec "$@"';
  return ['unshare', '--mount', 'sh', '-c', script, 'sh', ...command];
}
