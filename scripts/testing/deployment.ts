import { installDebianPackages } from './debian.ts';
import { isInstalled, runSystemProgram } from './run-system-program.ts';
import type { Step, StepResult, WriteOutput } from './step.ts';

interface DeploymentTest {
  title: string;
  /** Programs of the system that the test needs. */
  programs: readonly string[];
  /** Debian packages that contain them. */
  packages: readonly string[];
  run(ending: AbortSignal, show: WriteOutput): Promise<{ ok: boolean }>;
}

const monitoring = 'deploy/monitoring';
const unit = 'deploy/systemd/seller-connect.service';
const tests: readonly DeploymentTest[] = [
  {
    title: 'alert rules',
    programs: ['promtool'],
    packages: ['prometheus'],
    run: (ending, show) =>
      runSystemProgram(['promtool', 'check', 'rules', `${monitoring}/alerts.yaml`], ending, show),
  },
  {
    title: 'unit tests of the alert rules',
    programs: ['promtool'],
    packages: ['prometheus'],
    run: (ending, show) =>
      runSystemProgram(
        ['promtool', 'test', 'rules', `${monitoring}/alerts.test.yaml`],
        ending,
        show,
      ),
  },
  {
    title: 'systemd unit',
    programs: ['systemd-analyze'],
    packages: ['systemd'],
    async run(ending, show) {
      // The program of the unit is not installed here; every other problem counts.
      const lines: string[] = [];
      const keep = (text: string) => void lines.push(...text.split('\n'));
      await runSystemProgram(['systemd-analyze', 'verify', unit], ending, keep);
      const problems = lines.filter((line) => line !== '' && !/is not executable/.test(line));
      if (problems.length > 0) show(`${problems.join('\n')}\n`);
      return { ok: problems.length === 0 };
    },
  },
];

/**
 * Tests of `deploy` that need programs of the system. Programs that are missing are installed where that is possible;
 * without one, its tests are skipped with a message.
 */
export function createDeploymentStep(install = installDebianPackages): Step {
  return {
    key: 'deployment',
    title: 'deployment',
    async run(ending, show) {
      const total: Required<StepResult> = { passed: 0, failed: 0, skipped: 0 };
      for (const test of tests) {
        if (ending.aborted) break;
        const obstacle = findObstacle(test, install);
        if (obstacle !== null) {
          show(
            `Skipped ${test.title}, as ${missingPrograms(test).join(', ')} is not installed (Debian: ${test.packages.join(' ')}; ${obstacle}).\n`,
          );
          total.skipped += 1;
          continue;
        }
        const { ok } = await test.run(ending, show);
        if (!ok) show(`Failed: ${test.title}.\n`);
        total[ok ? 'passed' : 'failed'] += 1;
      }
      return total;
    },
  };
}

/** Returns why the programs of a test cannot be run, after an attempt to install them. */
function findObstacle(test: DeploymentTest, install: typeof installDebianPackages): string | null {
  if (missingPrograms(test).length === 0) return null;
  try {
    install(test.packages);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return missingPrograms(test).length === 0 ? null : 'the package does not contain it';
}

function missingPrograms({ programs }: DeploymentTest): string[] {
  return programs.filter((program) => !isInstalled(program));
}
