import type { Shop, User } from '@seller-connect/contract';

/** What there is to do before reports show everything: four steps at most, each with a screen of its own. */
export const setupSteps = ['profile', 'connect', 'sync', 'done'] as const;
export type SetupStep = (typeof setupSteps)[number];

/** The step is in the address: a reload and going back stay at it. */
export const setupPaths: Readonly<Record<SetupStep, string>> = {
  profile: '/profile/complete',
  connect: '/connect',
  sync: '/connect/verified',
  done: '/connect/done',
};

export interface Setup {
  readonly done: Readonly<Record<SetupStep, boolean>>;
  /** The first step that is not done; `done` once nothing is left. */
  readonly next: SetupStep;
  readonly finished: boolean;
}

export interface SetupFacts {
  readonly user: Pick<User, 'profileCompletedAt'>;
  readonly shops: readonly Pick<Shop, 'status'>[];
  readonly synced: { readonly synced: boolean; readonly shops: readonly unknown[] };
}

/** How far somebody is, from what the server knows: so it is the same on every device. */
export function computeSetup({ user, shops, synced }: SetupFacts): Setup {
  const linked = shops.some((shop) => shop.status !== 'disconnected');
  const profile = user.profileCompletedAt !== null;
  const sync = linked && synced.synced && synced.shops.length > 0;
  const finished = profile && linked && sync;
  const done = { profile, connect: linked, sync, done: finished };
  return { done, finished, next: setupSteps.find((step) => !done[step]) ?? 'done' };
}

/** Whether the screen of a step has something to show. */
export function canOpen(step: SetupStep, { done, finished }: Setup): boolean {
  if (step === 'sync') return done.connect;
  return step === 'done' ? finished : true;
}

/**
 * Where the person goes on: at the first unfinished step. Once there is none it is the tool that they came
 * from, which the last screen offers, or the report.
 */
export function nextSetupPath({ next, finished }: Setup, referred: boolean): string {
  return finished && !referred ? '/' : setupPaths[next];
}

/** The setup once the profile is saved. */
export function withProfile({ done }: Setup): Setup {
  const finished = done.connect && done.sync;
  const now = { ...done, profile: true, done: finished };
  return { done: now, finished, next: setupSteps.find((step) => !now[step]) ?? 'done' };
}
