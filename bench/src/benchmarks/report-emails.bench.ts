import { createReportTeams } from '../report-emails/report-teams.ts';
import { runReports } from '../report-emails/report-run.ts';
import { percentile, type Benchmark } from '../harness/benchmark.ts';

/** To use fewer: `TEAMS=1000 npm run bench -- report-emails`. */
const allTeams = Number(process.env['TEAMS'] ?? 10_000);
const targetMinutes = 10;
/** What two cores have for each of the teams in that time. */
const maxCpuMs = (2 * targetMinutes * 60_000) / 10_000;
/** Time in which a mail server of the same region accepts an email. */
const acceptMs = 100;
/** Longer than a lease of the mail queue. */
const longerThanLeaseMs = 5 * 60_000;

const benchmark: Benchmark = {
  measure({ isShort, withDatabase, withDataDir }) {
    const teamCount = isShort ? 6 : allTeams;
    const pace = isShort
      ? { acceptMs: 0, leadMs: 0, aheadMs: longerThanLeaseMs, pollMs: 50, killsAt: [3] }
      : {
          acceptMs,
          leadMs: 30_000,
          aheadMs: 0,
          pollMs: 200,
          killsAt: [1 / 3, 2 / 3].map((share) => Math.round(share * teamCount)),
        };
    return withDatabase((given) =>
      withDataDir(async (dataDir) => {
        const teams = await createReportTeams(given, { teams: teamCount, isShort });
        try {
          const options = { url: given.url, dataDir, teams, teamCount, ...pace };
          const { latenessMs, accountEmailMs, kills, lost, twice, copies, cpuSeconds } =
            await runReports(options);
          const last = Math.max(...latenessMs);
          const minutes = (ms: number) => (ms / 60_000).toFixed(1);
          const lateness = [0.5, 0.99].map((fraction) => minutes(percentile(latenessMs, fraction)));
          const accountP99 = percentile(accountEmailMs, 0.99) / 1000;
          return [
            {
              name: `reports of ${teamCount.toLocaleString('en')} teams, from their hour to the last email, ${kills} kills (p50 ${lateness.join(' min, p99 ')} min)`,
              value: `${minutes(last)} min`,
              target: `≤ ${targetMinutes} min`,
              reached: last <= targetMinutes * 60_000,
            },
            {
              name: `reports lost; sent twice; further copies under the same Message-ID`,
              value: `${lost}; ${twice}; ${copies}`,
              target: '0; 0',
              reached: lost === 0 && twice === 0,
            },
            {
              name: `processor time for each report, of the program, the database and the mail server`,
              value: `${((1000 * cpuSeconds) / teamCount).toFixed(0)} ms`,
              target: `≤ ${maxCpuMs} ms`,
              reached: (1000 * cpuSeconds) / teamCount <= maxCpuMs,
            },
            {
              name: `emails about accounts meanwhile, p99 of ${accountEmailMs.length} (worst ${(Math.max(...accountEmailMs) / 1000).toFixed(1)} s)`,
              value: `${accountP99.toFixed(1)} s`,
              target: '',
              reached: null,
            },
          ];
        } finally {
          await teams.close();
        }
      }),
    );
  },
};

export default benchmark;
