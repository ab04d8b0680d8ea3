import { installDebianPackages } from '../../../scripts/testing/debian.ts';
import { isInstalled } from '../../../scripts/testing/run-system-program.ts';

const programs = [
  'swift-proxy-server',
  'swift-account-server',
  'swift-container-server',
  'swift-object-server',
  'memcached',
];
const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'];

/**
 * Runs the tests of backups in OpenStack Swift, and installs it where that is possible.
 * @param runTests runs a file of tests and returns the output if it failed, else nothing
 */
export async function soakStorage(
  rounds: number,
  runTests: (project: string, file: string) => Promise<string[]>,
): Promise<string[]> {
  if (!programs.every(isInstalled)) installDebianPackages(packages);
  for (let round = 0; round < rounds; round += 1) {
    const failures = await runTests('system', 'apps/server/src/platform/backup/backup-in-swift');
    if (failures.length > 0) return failures;
  }
  return [];
}
