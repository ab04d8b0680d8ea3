/** State and dependencies that Facebook's dialog, token calls and Graph API share. */
import type { AdWorld } from './ads/ad-world.ts';
import { defaultFacebookOptions } from './application.ts';
import type { FacebookOptions } from './application.ts';
import { FacebookGrants } from './auth/grants.ts';
import type { FacebookGrantState } from './auth/grants.ts';
import { ReportRuns } from './graph/report-runs.ts';
import type { ReportRun } from './graph/report-runs.ts';
import { FacebookThrottle } from './throttle.ts';
import type { PlatformDependencies } from '../platform-dependencies.ts';

interface FacebookDependencies extends Omit<PlatformDependencies, 'world'> {
  readonly world: AdWorld;
}

export interface FacebookState {
  readonly options: FacebookOptions;
  readonly grants: FacebookGrantState;
  readonly reports: readonly ReportRun[];
}

export class FacebookPlatform {
  readonly parts: FacebookDependencies;
  readonly grants: FacebookGrants;
  readonly reports: ReportRuns;
  readonly throttle = new FacebookThrottle(() => this.options);
  options: FacebookOptions = defaultFacebookOptions;

  constructor(parts: FacebookDependencies) {
    this.parts = parts;
    this.reports = new ReportRuns(() => parts.clock.now());
    this.grants = new FacebookGrants(
      () => parts.clock.now(),
      () => this.options,
    );
  }

  state(): FacebookState {
    return {
      options: this.options,
      grants: this.grants.state(),
      reports: this.reports.state(),
    };
  }

  restore({ options, grants, reports }: FacebookState): void {
    this.options = options;
    this.grants.restore(grants);
    this.reports.restore(reports);
  }

  /** Resets to the initial state, without any grants. */
  reset(): void {
    this.options = defaultFacebookOptions;
    this.grants.clear();
    this.reports.restore([]);
    this.throttle.lift();
  }
}
